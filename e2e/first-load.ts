import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

export interface Loaded {
  readonly url: string;
  /** On the wire: headers, and the body as it was encoded. */
  readonly bytes: number;
}

/** A slow page may pause between two requests. */
const QUIET_MS = 1_500;
const LOOK_MS = 50;

/** Opens an address with an empty cache, and waits until its page is shown and no request has followed for a while. */
export async function loadFirst(session: CDPSession, page: Page, address: string): Promise<readonly Loaded[]> {
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
  return [...asked.values()];
}

/** The address of the first referral that a person sees in their list. */
export async function firstReferral(page: Page): Promise<string> {
  await page.goto('/referrals');
  return (await page.getByRole('cell').getByRole('link').first().getAttribute('href')) ?? '';
}

/** The address of the first task in the queue. */
export async function firstTask(page: Page): Promise<string> {
  await page.goto('/queue');
  return (await page.locator('a[href^="/task/"]').first().getAttribute('href')) ?? '';
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
