import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@throughline/domain';
import fc from 'fast-check';
import { randomStory } from './random-story.js';

/* The stories by which `projecting/batch-boundaries.exhaustive.spec.ts` tests every read model. */
describe('A random story', () => {
  it('can have every type of event', () => {
    const tested = new Set<string>();
    // Some two hundred stories have them all; after a change of the stories it may take up to two thousand.
    for (let seed = 1; seed <= 80 && tested.size < EVENT_TYPES.length; seed++) {
      for (const { events } of fc.sample(randomStory, { numRuns: 25, seed })) {
        for (const { type } of events) tested.add(type);
      }
    }
    expect([...tested].sort()).toEqual([...EVENT_TYPES].sort());
  });
});
