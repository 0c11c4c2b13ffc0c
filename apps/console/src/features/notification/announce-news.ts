import type { Notification } from '@throughline/contracts';
import { BROWSER_NOTIFICATIONS } from '../../session/storage/forget-person.js';
import { toastNews } from '../../ui/announcer.js';
import english from '../../../texts/en/bell.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';
import { siteStorage } from '../../session/storage/browser-storage.js';

const useTexts = textsOf('bell', english);

interface Places {
  /** Marks the notification as read and goes to its page. */
  readonly open: (notification: Notification) => void;
  readonly openList: () => void;
}

/** How long a hidden page waits, so that a visible page of the same browser can announce the notification first. */
const HIDDEN_DELAY_MS = 1500;
/** How long a page keeps its claim to a notification. Browsers may run the timers of hidden pages a minute late. */
const CLAIM_MS = 150_000;
const ON = 'on';

/**
 * Announces new notifications: in each visible page that does not already show their subject, or, if no page is visible and the person has
 * allowed it, once through the browser.
 */
export function announceNews(all: readonly Notification[], { open, openList }: Places): void {
  const news = all.filter(({ path }) => document.hidden || path !== location.pathname + location.search);
  const [first] = news;
  if (!first) return;
  const words = news.length === 1 ? first.words : useTexts.now('several', { count: news.length });
  const act = news.length === 1 ? () => open(first) : openList;
  const claimName = `throughline.notification ${first.ids[0]}`;
  if (!document.hidden) {
    // A notification of the browser may be shown to others, also while the screen is locked.
    const { member } = first;
    toastNews(news.length === 1 && member !== null ? `${member} · ${words}` : words, {
      label: useTexts.now(news.length === 1 ? 'open' : 'show'),
      onAct: act,
    });
    claim(claimName, () => undefined);
  } else if (showsInBrowser()) {
    setTimeout(() => claim(claimName, () => showInBrowser(words, act)), HIDDEN_DELAY_MS);
  }
}

/** Calls `act` only in the first page of this browser that claims the name. */
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
    // Browsers on phones throw here, because the page has no service worker.
  }
}

/** Whether this browser can show notifications at all. */
export const canShowInBrowser = (): boolean => 'Notification' in window && 'locks' in navigator;

/** Whether the person has blocked this site's notifications in the browser's settings. */
export const isBlockedInBrowser = (): boolean => Notification.permission === 'denied';

/** Whether notifications of the browser are switched on here and permitted. */
export const showsInBrowser = (): boolean =>
  canShowInBrowser() && Notification.permission === 'granted' && siteStorage.getItem(BROWSER_NOTIFICATIONS) === ON;

/** Switches notifications of the browser on or off. Asks for permission if the browser has not asked yet. */
export async function switchInBrowser(on: boolean): Promise<void> {
  if (!on) siteStorage.removeItem(BROWSER_NOTIFICATIONS);
  else if ((await Notification.requestPermission()) === 'granted') siteStorage.setItem(BROWSER_NOTIFICATIONS, ON);
}
