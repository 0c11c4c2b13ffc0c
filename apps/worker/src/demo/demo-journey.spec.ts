import { describe, expect, it } from '@jest/globals';
import { TASK_CATALOGUE } from '@throughline/domain';
import { demoJourney } from './demo-journey.js';
import { Random } from './random.js';

const journeys = Array.from({ length: 300 }, (_, n) => demoJourney(new Random(n + 1), n));

describe('Demo journeys', () => {
  it('stand at every task of the catalogue', () => {
    const standing = new Set(journeys.filter(({ end }) => end !== 'delivered').map(({ tasks }) => tasks.at(-1)?.task));
    expect([...standing].sort()).toEqual(TASK_CATALOGUE.map(({ task }) => task).sort());
  });

  it('end in every way', () => {
    expect(new Set(journeys.map(({ end }) => end))).toEqual(
      new Set(['open', 'delivered', 'stopped', 'canceled', 'taken-up', 'on-hold', 'split']),
    );
  });

  it('fit into 60 days', () => {
    for (const { tasks } of journeys) {
      expect(tasks.reduce((sum, { hours }) => sum + hours, 0)).toBeLessThan(60 * 24);
    }
  });

  it('are the same for the same seed', () => {
    expect(demoJourney(new Random(5), 4)).toEqual(demoJourney(new Random(5), 4));
  });
});
