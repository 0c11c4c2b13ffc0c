/**
 * The clock by which a schema decides what lies in the future, in ms since 1970. A server uses its own. The console sets it to the server's
 * time, because a browser's clock may be wrong by years. This file has no schemas, because every page of the console loads it, without zod.
 */
export const schemaClock = { now: (): number => Date.now() };
