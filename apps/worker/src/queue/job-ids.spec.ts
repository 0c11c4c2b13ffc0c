import { describe, expect, it } from '@jest/globals';
import * as contracts from '@throughline/contracts';
import type { AnyJob } from './job-definition.js';

const jobs = Object.values<unknown>(contracts).filter(
  (value): value is AnyJob =>
    typeof value === 'object' && value !== null && 'id' in value && 'data' in value && 'name' in value,
);

/** Every id that is put into it is digits alone, as the ids of referrals are. */
const digits = new Proxy({}, { get: () => '263251234512345' });

describe('The id of a job', () => {
  it.each(jobs.map((job) => [job.name, job] as const))(
    'of %s is one that the queue takes: neither digits alone, nor with a colon',
    (_, job) => {
      expect(job.id(digits)).toMatch(/^(?!\d+$)[^:]+$/);
    },
  );

  it('is no other job’s', () => {
    expect(jobs.length).toBeGreaterThan(1);
    expect(new Set(jobs.map((job) => job.id(digits))).size).toBe(jobs.length);
  });
});
