/**
 * The clock by which a schema decides what lies in the future, in ms of the epoch. On a server its own. The console sets it to its server's: a
 * browser's may be wrong by years. Apart from the schemas: every page of the console loads it without zod.
 */
export const schemaClock = { now: (): number => Date.now() };
