/** Whether the coach speaks to somebody, and what it has said about the decision that is open. */
import type { Risks } from "./coaching";
import type { Table } from "./table.svelte";

export class Coached {
  private told = $state.raw<{ decision: number; risks?: Risks; note: string }>({ decision: -1, note: "" });

  constructor(readonly table: Table) {}

  /** It speaks to one person among bots. */
  get here(): boolean {
    const { info, seat } = this.table;
    return !!info?.coach && seat !== null && info.seats.filter(({ kind }) => kind === "person").length === 1;
  }

  /** Whether it could say anything about decisions of this kind. */
  get offered(): boolean {
    const { info, view } = this.table;
    return this.here && !!view && !!info?.advises?.some((phase) => phase === view.phase);
  }

  get risks(): Risks | undefined {
    return this.isCurrent ? this.told.risks : undefined;
  }

  get note(): string {
    return this.isCurrent ? this.told.note : "";
  }

  tell(risks: Risks | undefined, note: string): void {
    this.told = { decision: this.table.decision, risks, note };
  }

  /** Another question may have another bar, in which nobody takes back what was said before. */
  private get isCurrent(): boolean {
    return this.told.decision === this.table.decision;
  }
}
