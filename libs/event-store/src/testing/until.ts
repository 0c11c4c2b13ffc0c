import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition is true. Throws after `deadlineMs`, when the system must be stuck, and names the condition. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { deadlineMs = 180_000 }: { readonly deadlineMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`);
    await pause(5);
  }
}
