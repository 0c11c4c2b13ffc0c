import { setTimeout as pause } from 'node:timers/promises';

/** Looks until it is so. Throws, naming what was awaited, after `deadlineMs`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { deadlineMs = 15_000 }: { readonly deadlineMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`);
    await pause(5);
  }
}
