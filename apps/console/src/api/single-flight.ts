/** Makes calls of an asynchronous function share one run: a call during a run answers with that run. The next call after it runs again. */
export function singleFlight<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => (running ??= run().finally(() => (running = null)));
}

/** Makes a function run once and answer with that result ever after. After a failure the next call runs it again. */
export function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () =>
    (result ??= run().catch((error: unknown) => {
      result = null;
      throw error;
    }));
}
