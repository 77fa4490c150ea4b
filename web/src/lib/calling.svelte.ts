/** "Your turn", for people who look elsewhere: in the tab's title, as a badge, and as a notification for those who asked for one. */
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

/** Whether this browser can notify at all, and has not been told never to. */
export const canNotify = (): boolean => "Notification" in globalThis && Notification.permission !== "denied";

/** Ask for the right to notify, which browsers grant only after a click; tells whether there is one. */
export const mayNotify = async (): Promise<boolean> => canNotify() && (await Notification.requestPermission()) === "granted";

type Badge = { setAppBadge?: (count?: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

function badge(shown: boolean): void {
  const { setAppBadge, clearAppBadge } = navigator as Badge;
  void (shown ? setAppBadge?.call(navigator, 1) : clearAppBadge?.call(navigator))?.catch(() => {});
}

/** Tell whoever looks elsewhere that this table waits for them; the answer takes it back. */
export function call(title: string): () => void {
  badge(true);
  const told = document.hidden && settings.notify && canNotify() ? notify(title) : null;
  return () => {
    badge(false);
    told?.close();
  };
}

function notify(title: string): Notification | null {
  try {
    const told = new Notification(say("page.mine.your_turn"), { body: title, tag: location.pathname });
    told.onclick = () => (window.focus(), told.close());
    return told;
  } catch {
    return null; // some phones let only installed pages notify
  }
}
