import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { historyDecider, type HistoryEvent, type RecordHistoryEntry } from './history.js';

const entry = {
  referralId: '1',
  elementName: 'stop items',
  elementKey: null,
  changes: 'Item 1 was stopped by phone',
  dateTime: '2026-11-21T11:27:12.000Z',
};
const now = '2026-11-22T00:00:00.000Z';
const record = (more: Partial<typeof entry> = {}): RecordHistoryEntry => ({
  type: 'RecordHistoryEntry',
  data: { ...entry, now, ...more },
});
const recorded: HistoryEvent = { type: 'HistoryEntryRecorded', data: entry };

describe('History of a referral', () => {
  it('records an entry', () => {
    given(historyDecider, []).when(record()).then([recorded]);
  });

  it('records an identical entry once', () => {
    given(historyDecider, [recorded]).when(record()).thenNothing();
  });

  it('records a similar entry of another time', () => {
    const dateTime = now;
    given(historyDecider, [recorded])
      .when(record({ dateTime }))
      .then([{ type: 'HistoryEntryRecorded', data: { ...entry, dateTime } }]);
  });

  it('refuses an entry of a future time', () => {
    given(historyDecider, [])
      .when(record({ dateTime: '2026-11-22T00:00:00.001Z' }))
      .thenRejected('history/in-the-future');
  });
});
