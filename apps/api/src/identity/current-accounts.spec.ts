import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnknownEvent } from '@throughline/domain';
import { StoreUnavailable } from '@throughline/event-store';
import { LogReach } from './current-accounts.js';

const LOGGER = { warn: () => undefined, info: () => undefined };

describe('The reach of the log', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const failing = () => Promise.reject(new StoreUnavailable('not-written'));
  const never = () => new Promise<string>(() => undefined);
  const answered = () => Promise.resolve('by the log');
  const reachOf = (head: () => Promise<number>) => new LogReach({ head }, LOGGER);

  const after = <T>(ms: number, answer: T) => new Promise<T>((resolve) => setTimeout(() => resolve(answer), ms));

  it('is not lost by a slow answer', async () => {
    const reach = reachOf(() => Promise.reject(new Error('not asked for')));
    const slow = reach.ask(() => after(999, 'slow'));
    await jest.advanceTimersByTimeAsync(999);
    expect(await slow).toBe('slow');
    expect(await reach.ask(answered)).toBe('by the log');
  });

  it('is not lost by a very slow answer of a log that answers with its head', async () => {
    const reach = reachOf(() => after(499, 7));
    const slow = reach.ask(() => after(5_000, 'slow'));
    await jest.advanceTimersByTimeAsync(1_499);
    expect(await reach.ask(answered)).toBe('by the log');
    await jest.advanceTimersByTimeAsync(3_501);
    expect(await slow).toBe('slow');
  });

  it('is lost when a very slow read fails in the end, although the head was answered', async () => {
    const reach = reachOf(() => after(499, 7));
    const slow = reach.ask(() => after(5_000, null).then(failing));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await slow).toBe('unreachable');
    expect(await reach.ask(answered)).toBe('unreachable');
  });

  it.each([
    ['a read fails', failing],
    ['neither a read nor the head has an answer', never],
  ])('is lost when %s, until the log answers with its head', async (_, read) => {
    let answer!: (head: number) => void;
    const reach = reachOf(() => new Promise((resolve) => (answer = resolve)));
    const lost = reach.ask(read);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(await lost).toBe('unreachable');
    expect(await reach.ask(answered)).toBe('unreachable');
    answer(1);
    await jest.advanceTimersByTimeAsync(0);
    expect(await reach.ask(answered)).toBe('by the log');
  });

  it('stays lost while the log does not answer with its head, which is asked for once at a time', async () => {
    const head = jest.fn(failing);
    const reach = reachOf(head);
    for (let asked = 1; asked <= 2; asked++) {
      expect(await Promise.all([reach.ask(failing), reach.ask(failing)])).toEqual(['unreachable', 'unreachable']);
      await jest.advanceTimersByTimeAsync(0);
      expect(head).toHaveBeenCalledTimes(asked);
    }
  });

  it('is not lost by an event of a later release', async () => {
    const reach = reachOf(never as never);
    await expect(reach.ask(() => Promise.reject(new UnknownEvent('account/later')))).rejects.toThrow(UnknownEvent);
    expect(await reach.ask(answered)).toBe('by the log');
  });
});
