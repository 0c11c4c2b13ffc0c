/**
 * A sleep, one at a time, that others can end early. Aborting a timer of `node:timers/promises` makes two errors with stack traces for each
 * wake-up, which cost several times as much as the timer.
 */
export class WakeableSleep {
  #end = (): void => undefined;

  /** Resolves after `ms`, or as soon as `wake` is called. */
  for(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Does nothing while there is no sleep: a later one is not shortened. */
  wake(): void {
    this.#end();
  }
}
