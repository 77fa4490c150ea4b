/** Browsers offer once to install the page; the offer is kept until somebody wants it. */
type Offer = Event & { prompt: () => Promise<unknown> };

let offer = $state.raw<Offer | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event as Offer;
});
addEventListener("appinstalled", () => (offer = null));

export const installable = (): boolean => offer !== null;

export async function install(): Promise<void> {
  await offer?.prompt();
  offer = null;
}
