import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from './api-error.js';
import { QueryObserver } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { forgetReads } from './credentials.js';
import { queryClient } from './query-client.js';
import { behindAtom } from './unanswered.js';

const failed = (status: number, retryAfterSeconds: number | null) =>
  new ApiError('Not now.', 'service/unavailable', status, null, null, retryAfterSeconds);

describe('A read', () => {
  afterEach(() => {
    queryClient.clear();
    jest.useRealTimers();
  });

  /** The number of times that the read was sent before it failed. */
  async function timesSent(error: Error): Promise<number> {
    jest.useFakeTimers();
    const queryFn = jest.fn(() => Promise.reject(error));
    const read = queryClient.fetchQuery({ queryKey: ['read'], queryFn, ...queryClient.getDefaultOptions().queries });
    read.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(read).rejects.toBe(error);
    return queryFn.mock.calls.length;
  }

  it('that the server asks to retry is sent twice more', async () => {
    expect(await timesSent(failed(503, 2))).toBe(3);
  });

  it('that would lack what was just saved is repeated until it has it, and the page knows meanwhile', async () => {
    jest.useFakeTimers();
    const behind = new ApiError('On its way.', 'service/behind', 503, null, null, 2);
    let saved: string | null = null;
    const queryFn = () => (saved === null ? Promise.reject(behind) : Promise.resolve(saved));
    const stop = new QueryObserver(queryClient, { queryKey: ['note'], queryFn }).subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(getDefaultStore().get(behindAtom)).toBe(true);
    expect(queryClient.getQueryState(['note'])?.error).toBeNull();
    saved = 'Ring twice';
    await jest.advanceTimersByTimeAsync(2_000);
    expect(queryClient.getQueryData(['note'])).toBe(saved);
    expect(getDefaultStore().get(behindAtom)).toBe(false);
    stop();
  });

  it.each([
    ['nobody says when to come again', failed(503, null)],
    ['it is not there', failed(404, null)],
    ['it was sent too often', failed(429, 30)],
    ['of a mistake of ours', new Error('a mistake')],
  ])('that failed because %s is not retried', async (_, error) => {
    expect(await timesSent(error)).toBe(1);
  });
});

describe('When a person has other rights', () => {
  afterEach(() => queryClient.clear());

  it('what is on screen is read again, and the rest is forgotten, also what goes from the screen by them', async () => {
    let read = 0;
    const shown = ['stays', 'goes'].map(
      (name) => new QueryObserver(queryClient, { queryKey: [name], queryFn: () => ++read }),
    );
    const stops = shown.map((observer) => observer.subscribe(() => undefined));
    queryClient.setQueryData(['left before'], 0);
    await queryClient.invalidateQueries();
    const before = queryClient.getQueryData<number>(['stays'])!;
    forgetReads('outdated');
    stops[1]!();
    await new Promise<void>((resolve) => {
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'removed' && query.queryKey[0] === 'goes') resolve();
      });
    });
    expect(queryClient.getQueryData<number>(['stays'])).toBeGreaterThan(before);
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
    ).toEqual(['stays']);
    stops[0]!();
  });
});
