import { describe, expect, it } from '@jest/globals';
import { latestOfEach } from './live-rows.js';
import { aRow } from './task-queue-row.testing.js';

const at = (position: number, epoch = 'e1') => ({ epoch, position });
const yours = aRow({ assignee: { userId: 'me', name: 'Me' } });
const taken = aRow({ assignee: { userId: 'u2', name: 'Kofi Osei' } });
const change = (position: number) => ({ position, key: yours.taskId, row: taken, at: '' });
const reading = (position: number, epoch?: string) => ({ key: yours.taskId, row: yours, feed: at(position, epoch) });
const shown = (...given: Parameters<typeof latestOfEach>) => latestOfEach(...given).map(({ row }) => row);

describe('A task that was read by itself', () => {
  it('is shown until a later change of it comes', () => {
    expect(shown(at(10), [], [reading(12)])).toEqual([yours]);
    expect(shown(at(10), [change(13)], [reading(12)])).toEqual([taken]);
  });

  it('is newer than a change that it contains, whichever comes first', () => {
    expect(shown(at(10), [change(11)], [reading(12)])).toEqual([yours]);
    expect(shown(at(10), [change(12)], [reading(12)])).toEqual([yours]);
  });

  it('leaves out changes before the read of a page, and of another epoch', () => {
    expect(shown(at(12), [], [reading(12)])).toEqual([]);
    expect(shown(at(10), [], [reading(12, 'e2')])).toEqual([]);
  });
});
