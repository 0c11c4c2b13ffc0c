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
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise<typeof TICK>((resolve) => {
        timer = setTimeout(resolve, everyMs, TICK);
      });
      const first = await Promise.race([next, tick]).finally(() => clearTimeout(timer));
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
