import type { Notification } from '@throughline/contracts';
import { BROWSER_NOTIFICATIONS } from '../../session/forget-person.js';
import { toastNews } from '../../ui/announcer.js';
import english from '../../../texts/en/bell.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';
import { siteStorage } from '../../session/browser-storage.js';

const useTexts = textsOf('bell', english);

interface Places {
  /** Marks it as read and goes to its page. */
  readonly open: (notification: Notification) => void;
  /** Opens the list. */
  readonly openList: () => void;
}

/** A page that is hidden leaves time to a visible one of the same browser to say that the person has seen it. */
const HIDDEN_DELAY_MS = 1500;
/** Timers of hidden pages may be a minute late. */
const CLAIM_MS = 150_000;
const ON = 'on';

/**
 * Announces what is new: in each visible page that does not show it already, or if there is none and the person allowed it, once by the
 * browser.
 */
export function announceNews(all: readonly Notification[], { open, openList }: Places): void {
  const news = all.filter(({ path }) => document.hidden || path !== location.pathname + location.search);
  const [first] = news;
  if (!first) return;
  const words = news.length === 1 ? first.words : useTexts.now('several', { count: news.length });
  const act = news.length === 1 ? () => open(first) : openList;
  const claimName = `throughline.notification ${first.ids[0]}`;
  if (!document.hidden) {
    toastNews(words, { label: useTexts.now(news.length === 1 ? 'open' : 'show'), onAct: act });
    claim(claimName, () => undefined);
  } else if (showsInBrowser()) {
    setTimeout(() => claim(claimName, () => showInBrowser(words, act)), HIDDEN_DELAY_MS);
  }
}

/** Acts only in the first page of the browser that claims the name. */
function claim(name: string, act: () => void): void {
  void navigator.locks?.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    act();
    await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
  });
}

function showInBrowser(words: string, act: () => void): void {
  try {
    const shown = new Notification('Throughline', { body: words });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      act();
    });
  } catch {
    // Browsers of phones show none for a page without a service worker.
  }
}

/** Whether this browser can show notifications at all. */
export const canShowInBrowser = (): boolean => 'Notification' in window && 'locks' in navigator;

/** Whether the person has refused them in the settings of the browser. */
export const isBlockedInBrowser = (): boolean => Notification.permission === 'denied';

/** Whether they are switched on in this browser, and allowed. */
export const showsInBrowser = (): boolean =>
  canShowInBrowser() && Notification.permission === 'granted' && siteStorage.getItem(BROWSER_NOTIFICATIONS) === ON;

/** Switches them on or off, and asks for permission if the browser has not yet. */
export async function switchInBrowser(on: boolean): Promise<void> {
  if (!on) siteStorage.removeItem(BROWSER_NOTIFICATIONS);
  else if ((await Notification.requestPermission()) === 'granted') siteStorage.setItem(BROWSER_NOTIFICATIONS, ON);
}
