import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Everything that `work` does, and all that it starts, logs with this id. */
export const runWithCorrelation = <Result>(id: string, work: () => Result): Result => current.run(id, work);

/** The id of the request or job at hand; undefined outside of one. */
export const correlationId = (): string | undefined => current.getStore();
