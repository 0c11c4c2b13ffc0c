import { setTimeout as pause } from 'node:timers/promises';

/** An idle machine looks as often within half a minute. */
const STUCK_LOOKS = 3_000;

/**
 * Polls until the condition is true. Throws, and names the condition, when the system must be stuck: after `stuckMs` and thousands of looks.
 * Time alone does not say so, because a busy machine may do in minutes what takes seconds; it also looks as much less often.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { stuckMs = 180_000 }: { readonly stuckMs?: number } = {},
): Promise<void> {
  const begun = performance.now();
  for (let looks = 1; !(await isSo()); looks++) {
    if (looks >= STUCK_LOOKS && performance.now() - begun > stuckMs)
      throw new Error(`Not within ${stuckMs} ms and ${looks} looks: ${what}`);
    await pause(5); // leaves the processor to the work under way
  }
}
