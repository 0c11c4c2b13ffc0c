import { type AnyProjection, projections } from '@throughline/read-models';

/*
 * Loaded before a process's own code, it makes of this release the one after it: beside every read model stands a new version, as
 * `projections.ts` asks of whoever changes one.
 */
(projections as AnyProjection[]).push(...projections.map((one) => ({ ...one, version: one.version + 1 })));
