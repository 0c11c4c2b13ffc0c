import { setTimeout as pause } from 'node:timers/promises';

export const TICK = Symbol('tick');

/** The same messages, and a tick for every `everyMs` without one, so that a loop with nothing to do still comes round. */
export async function* withTicks<Message>(
  messages: AsyncIterable<Message>,
  everyMs: number,
): AsyncGenerator<Message | typeof TICK, void, void> {
  const iterator = messages[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const timer = new AbortController();
      const tick = pause(everyMs, TICK, { signal: timer.signal }).catch(() => TICK);
      const first = await Promise.race([next, tick]).finally(() => timer.abort());
      if (first === TICK) {
        yield TICK;
      } else {
        if ((first as IteratorResult<Message>).done) return;
        yield (first as IteratorYieldResult<Message>).value;
        next = iterator.next();
      }
    }
  } finally {
    // Whoever ends the loop aborts the subscription's signal as well: a pending `next` settles then, and nobody waits for it here.
    next.catch(() => undefined);
    void iterator.return?.();
  }
}
