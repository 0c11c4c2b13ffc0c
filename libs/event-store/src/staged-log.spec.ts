import { describe, expect, it } from '@jest/globals';
import type { AppendResult, ExpectedRevision } from './event-store.js';
import { StagedLog } from './staged-log.js';
import { newEvent } from './testing/new-event.js';

describe('A staged log', () => {
  it('continues after the events of the log, and reads its streams also if nothing is added to them', async () => {
    const past = ['referral-1', 'itemTask-1'].map((stream, n) => ({
      ...newEvent(),
      stream,
      revision: 0,
      position: 7 + n,
    }));
    const staged = new StagedLog(past);
    await staged.append('itemTask-1', 0, [newEvent(), newEvent()]);
    expect(staged.streams).toEqual(['referral-1', 'itemTask-1']);

    const appended: [string, ExpectedRevision, number][] = [];
    const append = (stream: string, expected: ExpectedRevision, events: readonly unknown[]) => {
      appended.push([stream, expected, events.length]);
      return Promise.resolve<AppendResult>({ revision: 2, position: 10 });
    };
    expect(await staged.flush({ append })).toBe(2);
    expect(appended).toEqual([['itemTask-1', 0, 2]]);
  });
});
