import { afterEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { StoreUnavailable } from '../errors.js';
import { Appender } from './appender.js';

const HOUR_MS = 3_600_000;
const serverError = (severity: string, code: string) =>
  Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { severity, code });
const DISK_FULL = serverError('ERROR', '53100');
const WRITTEN = { last_revision: 0, last_position: '1', is_fresh: true };

/** A server that answers each query with the next of `answers`, and every further one with the last. */
function appenderOn(answers: readonly (Error | (() => void) | 'written')[], timeoutMs = 200) {
  let attempts = 0;
  const query = () => {
    const answer = answers[Math.min(attempts++, answers.length - 1)]!;
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer !== 'written') answer();
    return Promise.resolve({ rows: [WRITTEN] });
  };
  const pool = { connect: () => Promise.resolve({ query, release: () => undefined }) } as unknown as pg.Pool;
  return { appender: new Appender(pool, 'log', timeoutMs, () => undefined), attempts: () => attempts };
}

const append = (appender: Appender) => appender.append('a-1', 'any', '[]');

describe('An append', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('on a full disk is given up at once, and was not written', async () => {
    const { appender, attempts } = appenderOn([DISK_FULL], 10_000);
    await expect(append(appender)).rejects.toMatchObject({ outcome: 'not-written', cause: DISK_FULL });
    expect(attempts()).toBe(1);
  });

  it('on a disk that is full after an answer was lost may have been written', async () => {
    const { appender } = appenderOn([new Error('Connection terminated unexpectedly'), DISK_FULL], 10_000);
    await expect(append(appender)).rejects.toMatchObject({ outcome: 'unknown', cause: DISK_FULL });
  });

  it('on a server that cannot write its log, and ends, may have been written, and is sent again', async () => {
    const { appender, attempts } = appenderOn([serverError('PANIC', '53100'), 'written']);
    await expect(append(appender)).resolves.toMatchObject({ position: 1 });
    expect(attempts()).toBe(2);
    const { appender: never } = appenderOn([serverError('PANIC', '53100')]);
    await expect(append(never)).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it('that the server rolled back was not written, however long it was retried', async () => {
    const { appender } = appenderOn([serverError('ERROR', '40001')]);
    await expect(append(appender)).rejects.toMatchObject({ outcome: 'not-written' });
  });

  it.each([
    ['back', -HOUR_MS],
    ['forth', HOUR_MS],
  ])('waits for the given time while the clock is set %s', async (_, shift) => {
    const real = Date.now.bind(Date);
    const begun = performance.now();
    const { appender } = appenderOn([serverError('FATAL', '57P01')], 150);
    const outcome = append(appender).catch((error: unknown) => error);
    jest.spyOn(Date, 'now').mockImplementation(() => real() + shift);
    expect(await outcome).toBeInstanceOf(StoreUnavailable);
    const tookMs = performance.now() - begun;
    expect(tookMs).toBeGreaterThanOrEqual(150);
    expect(tookMs).toBeLessThan(HOUR_MS / 2);
  });
});
