import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

export interface Loaded {
  readonly url: string;
  /** On the wire: headers, and the body as it was encoded. */
  readonly bytes: number;
}

/** What a page loads once it is at rest (`onceAtRest`): from the first of these files on. */
const FIRST_AHEAD =
  /\/(session-expiring-dialog|explained|last-notes(?!-place)|page-at-rest|referrals-of-member|search-select|untouched-standings|same-orders)-[^/]+\.js$/;

interface FirstLoad {
  /** For the first view. */
  readonly first: readonly Loaded[];
  /** After it, for later. */
  readonly ahead: readonly Loaded[];
}

/** A slow page may pause between two requests. */
const QUIET_MS = 1_500;
const LOOK_MS = 50;
/** The live feed goes on by polling until the WebSocket is open, on a slow machine many times: what it costs is its first request. */
const LIVE = /\/live\/\?/;

/** Opens an address with an empty cache, and waits until its page is shown and no request has followed for a while. */
export async function loadFirst(session: CDPSession, page: Page, address: string): Promise<FirstLoad> {
  const asked = new Map<string, { url: string; bytes: number }>();
  const open = new Set<string>();
  let changedAt = performance.now();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    asked.set(requestId, { url: request.url, bytes: 0 });
    open.add(requestId);
    changedAt = performance.now();
  });
  const ended = (requestId: string, bytes: number) => {
    const request = asked.get(requestId);
    if (request) request.bytes = bytes;
    open.delete(requestId);
    changedAt = performance.now();
  };
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => ended(requestId, encodedDataLength));
  session.on('Network.loadingFailed', ({ requestId }) => ended(requestId, 0));
  await session.send('Network.enable');
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  while (open.size > 0 || performance.now() - changedAt < QUIET_MS) await pause(LOOK_MS);
  const requests = [...asked.values()];
  const firstOfFeed = requests.find(({ url }) => LIVE.test(url));
  // A busy machine connects late, and what was read before is then read again: an address costs what its first answer does.
  const answered = new Map(requests.filter(({ bytes }) => bytes > 0).map((request) => [request.url, request] as const).toReversed()); // prettier-ignore
  const loaded = requests.filter(
    (request) => request === firstOfFeed || (request === answered.get(request.url) && !LIVE.test(request.url)),
  );
  const rest = loaded.findIndex(({ url }) => FIRST_AHEAD.test(url));
  return rest < 0 ? { first: loaded, ahead: [] } : { first: loaded.slice(0, rest), ahead: loaded.slice(rest) };
}

export const bytesOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { bytes }) => sum + bytes, 0);

/** The address of the first referral that a person sees in their list. */
export async function firstReferral(page: Page): Promise<string> {
  await page.goto('/referrals');
  return (await page.getByRole('cell').getByRole('link').first().getAttribute('href')) ?? '';
}

/** Runs in the page, before anything of its own. */
export function watchVitals(): void {
  const vitals = { fcp: 0, lcp: 0, tbt: 0, cls: 0 };
  Object.assign(window, { vitals });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  watch('longtask', ({ duration }) => (vitals.tbt += Math.max(0, duration - 50)));
  watch('layout-shift', (entry) => (vitals.cls += (entry as PerformanceEntry & { readonly value: number }).value));
}
