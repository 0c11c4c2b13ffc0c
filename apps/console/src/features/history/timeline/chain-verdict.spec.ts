import { describe, expect, it } from '@jest/globals';
import { chainVerdict } from './chain-verdict.js';

describe('Chain verdict', () => {
  it('counts the events of every stream', () => {
    const chains = [
      { stream: 'referral-1', ok: true, events: 1 },
      { stream: 'itemTask-1', ok: true, events: 4311 },
    ];
    expect(chainVerdict(chains)).toEqual({ ok: true, sentence: 'Chain verified up to event 4,312' });
  });

  it('reports one fault among many sound streams', () => {
    const chains = [
      { stream: 'referral-1', ok: true, events: 1 },
      { stream: 'itemTask-1', ok: false, events: 3, revision: 3, reason: 'changed' as const },
    ];
    expect(chainVerdict(chains)).toEqual({
      ok: false,
      sentence: 'Event 4 of itemTask-1 was changed after it was recorded',
    });
  });

  it('has a sentence for each fault', () => {
    const chains = ['referral-1', 'itemTask-1'].map((stream) => ({
      stream,
      ok: false,
      events: 0,
      revision: 0,
      reason: 'missing' as const,
    }));
    expect(chainVerdict(chains).sentence).toBe('Event 1 of referral-1 is missing. Event 1 of itemTask-1 is missing');
  });

  it.each([
    [4, 'The log of file-1 ends at event 4, but event 7 had been seen'],
    [0, 'The log of file-1 is gone, but event 7 had been seen'],
  ])('names the events that were seen beyond %i events', (events, sentence) => {
    const cut = { stream: 'file-1', ok: false, events, revision: events, seenRevision: 6, reason: 'cut' as const };
    expect(chainVerdict([cut])).toEqual({ ok: false, sentence });
  });
});
