import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { type FeedPosition, type JoinAnswer, LiveClient, type LiveSocket, type Topic } from '@throughline/contracts';

const QUEUE: Topic = { name: 'task-queue' };
const at = (position: number): FeedPosition => ({ epoch: 'e1', position });

describe('A live list that takes eight seconds to read', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is read once when the server demands it, and is up to date then', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
    let reads = 0;
    let aborted = 0;
    const list = new QueryObserver(queries, {
      queryKey: ['list'],
      queryFn: async ({ signal }) => {
        reads += 1;
        signal.addEventListener('abort', () => (aborted += 1));
        if (reads > 1) await new Promise((resolve) => setTimeout(resolve, 8_000));
        return { feed: at(reads === 1 ? 10 : 900) };
      },
    });
    const answers: ((answer: JoinAnswer) => void)[] = [];
    const emit = (_: string, __: unknown, answer: (answer: JoinAnswer) => void) => answers.push(answer);
    const client = new LiveClient({ connected: true, on: () => {}, connect: () => {}, emit } as unknown as LiveSocket);
    const following = client.follow(QUEUE, { onReadAfresh: (how) => void list.refetch(how) });
    const unsubscribe = list.subscribe(({ data, isFetching }) => {
      if (data && !isFetching) following.startFrom(data.feed);
    });
    await jest.advanceTimersByTimeAsync(0);
    answers.shift()?.({ status: 'read-afresh', feed: at(900), reason: 'too-old', scope: 'staff' });
    await jest.advanceTimersByTimeAsync(30_000);
    expect({ reads, aborted, isUpToDate: client.isUpToDate }).toEqual({ reads: 2, aborted: 0, isUpToDate: true });
    unsubscribe();
    following.stop();
    queries.clear();
  });
});
