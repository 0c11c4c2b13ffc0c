import { type AnyProjection, newestOfEach, projections } from '@throughline/read-models';

/*
 * Loaded before a process's own code, this turns the release into the next one: each read model gets a new version as well, as
 * `projections.ts` requires for a change.
 */
(projections as AnyProjection[]).push(
  ...newestOfEach(projections).map((one) => ({ ...one, version: one.version + 1 })),
);
