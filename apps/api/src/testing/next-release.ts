import { type AnyProjection, newestOfEach, projections } from '@throughline/read-models';

/*
 * Loaded before a process's own code, it turns this release into the next one: each read model also has a new version, as `projections.ts`
 * requires for a change.
 */
(projections as AnyProjection[]).push(
  ...newestOfEach(projections).map((one) => ({ ...one, version: one.version + 1 })),
);
