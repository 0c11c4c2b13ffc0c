import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { jobInWords } from '@throughline/domain';
import { checkJobs, JOBS } from './jobs.js';
import { type AnyJob, idOf } from './job.js';

/** Every id in the data consists of digits, like the ids of referrals. */
const digits = new Proxy({}, { get: () => '263251234512345' });

describe('The jobs of the worker', () => {
  it('pass the checks, and every file that defines a job is listed', () => {
    const source = fileURLToPath(new URL('..', import.meta.url));
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.job.ts'], {
      cwd: source,
    });
    const files = listed.toString().match(/[^/\n]+(?=\.job\.ts$)/gm) ?? [];
    expect(
      checkJobs(JOBS)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(files.sort());
  });

  const [one, other] = JOBS as readonly [AnyJob, AnyJob, ...AnyJob[]];
  it.each([
    ['a missing processor', [{ ...one, processor: undefined }], `${one.name} has no processor`],
    [
      'no query for missing jobs',
      [{ ...one, findMissing: undefined }],
      `${one.name} has no query that finds missing ones`,
    ],
    ['a duplicate name', [one, other, { ...other, name: one.name }], `${one.name} is defined twice`],
    [
      'a duplicate processor',
      [one, { ...other, processor: one.processor }],
      `${one.name} and ${other.name} have the same processor`,
    ],
  ])('are refused with %s', (_, jobs, fault) => {
    expect(() => checkJobs(jobs as readonly AnyJob[])).toThrow(fault);
  });

  it('are refused with all faults in one message', () => {
    const jobs = [one, one, { ...other, processor: undefined }] as unknown as readonly AnyJob[];
    expect(() => checkJobs(jobs)).toThrow(`${one.name} is defined twice; ${other.name} has no processor.`);
  });

  it.each(JOBS.map((job) => [job.name, job] as const))(
    'have ids that the queue takes, neither digits alone nor with a colon: %s',
    (_, job) => {
      expect(job.id(digits)).toMatch(/^(?!\d+$)[^:]+$/);
    },
  );

  it('have another id for another instant, and the same for the same', () => {
    const idAt = (at?: number) => idOf({ job: one, data: digits, ...(at !== undefined && { at }) });
    expect(new Set([idAt(), idAt(1), idAt(2), idAt(2)]).size).toBe(3);
    expect(idAt()).toBe(one.id(digits));
  });

  it('have words for the list of failed work', () => {
    expect(JOBS.map(({ name }) => name).filter((name) => jobInWords(name) === name)).toEqual([]);
  });

  it('have unique ids', () => {
    expect(new Set(JOBS.map((job) => job.id(digits))).size).toBe(JOBS.length);
  });
});
