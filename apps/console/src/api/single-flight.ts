/** Makes concurrent calls of an asynchronous function share one run. The next call after that run runs it again. */
export function singleFlight<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => (running ??= run().finally(() => (running = null)));
}

/** Makes a function run once and return that result from then on. After a failure, the next call runs it again. */
export function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () =>
    (result ??= run().catch((error: unknown) => {
      result = null;
      throw error;
    }));
}
