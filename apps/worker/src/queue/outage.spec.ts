import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@throughline/platform';
import { Outage, saysAway } from './outage.js';

const failing = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('Outage of the job queue', () => {
  it.each([
    failing('ECONNREFUSED'),
    failing('57P01'),
    failing('08006'),
    new Error('Connection is closed.'),
    new Error('Connection terminated unexpectedly'),
    new Error('Command timed out'),
    new Error('Query read timeout'),
    new Error('WRONGPASS invalid username-password pair'),
  ])('is what %s says', (error) => {
    expect(saysAway(error)).toBe(true);
  });

  it.each([failing('23505'), new Error('Missing lock for job pdf.1'), 'ECONNREFUSED', undefined])(
    'is not what %s says',
    (error) => {
      expect(saysAway(error)).toBe(false);
    },
  );

  it('is told once when it begins and once when it is over, and so is the next one', async () => {
    const told: string[] = [];
    const log = createLogger('spec', { logLevel: 'info' }, { write: (line) => void told.push(line) });
    const outage = new Outage({ variable: 'REDIS_URL', log, ask: () => Promise.resolve() });
    for (const lines of [2, 4]) {
      outage.report(failing('ECONNREFUSED'));
      outage.report(failing('ECONNREFUSED'));
      expect(told).toHaveLength(lines - 1);
      while (told.length < lines) await new Promise(setImmediate);
    }
    const lines = told.map((line) => JSON.parse(line) as { msg: string; variable: string });
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the job queue is away, jobs wait',
      'the job queue is back',
      'the job queue is away, jobs wait',
      'the job queue is back',
    ]);
    expect(new Set(lines.map(({ variable }) => variable))).toEqual(new Set(['REDIS_URL']));
  });

  it('is told no more after it was closed', () => {
    const told: string[] = [];
    const log = createLogger('spec', { logLevel: 'info' }, { write: (line) => void told.push(line) });
    const outage = new Outage({ variable: 'REDIS_URL', log, ask: () => Promise.resolve() });
    outage.close();
    outage.report(failing('ECONNREFUSED'));
    expect(told).toEqual([]);
  });
});
