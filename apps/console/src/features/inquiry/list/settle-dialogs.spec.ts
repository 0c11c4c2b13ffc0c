import { describe, expect, it } from '@jest/globals';
import type { Inquiry } from '@throughline/contracts';
import { isOwnAct, nextStep, settledSince } from './settle-dialogs.js';

describe('A message that somebody settled while its dialog was open', () => {
  const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`;
  const seen = { status: 'open', answer: null, closed: null } as Inquiry;
  const by = (text: string, hour: number) => ({ text, by: 'Minh Tran', at: at(hour) });
  const answer = { ...by('Tomorrow', 12), isMailed: true };
  const closed = by('Called', 13);
  const reopened = { by: 'Sam Oduya', at: at(14), closed: null };

  it('is said to be settled, and to be reopened where the page shows it open as before', () => {
    const since = (now: Partial<Inquiry>, before: Partial<Inquiry> = {}) =>
      settledSince({ ...seen, ...before }, { ...seen, ...now });
    expect(since({})).toBeNull();
    expect(since({ status: 'answered', answer })).toEqual({ did: 'answered', how: answer, reopened: null });
    expect(since({ status: 'closed', closed })).toEqual({ did: 'closed', how: closed, reopened: null });
    expect(since({ answer, reopened })).toEqual({ did: 'answered', how: answer, reopened });
    const afterClosed = { ...reopened, closed };
    expect(since({ reopened: afterClosed })).toEqual({ did: 'closed', how: closed, reopened: afterClosed });
    expect(since({ answer, reopened: afterClosed }, { answer })).toMatchObject({ did: 'closed', how: closed });
    // The answer and the closing were there when the dialog was opened.
    expect(since({ answer, reopened: afterClosed }, { answer, reopened: afterClosed })).toBeNull();
  });

  it('is answered all the same once it is open again', () => {
    expect(nextStep('answer', { did: 'answered', status: 'open' })).toMatch(
      /To send it all the same, .* answer the message again/,
    );
    expect(nextStep('answer', { did: 'closed', status: 'open' })).toMatch(/you can still answer the message/);
    expect(nextStep('answer', { did: 'answered', status: 'answered' })).toMatch(
      /To send it all the same, .* reopen the message/,
    );
  });

  it('has nothing to send where it was to be closed', () => {
    expect(nextStep('close', { did: 'answered', status: 'open' })).toMatch(
      /To close the message all the same, copy the reason/,
    );
    expect(nextStep('close', { did: 'closed', status: 'closed' })).toMatch(/nothing left to close/);
    for (const status of ['open', 'closed'] as const) {
      expect(nextStep('close', { did: 'closed', status })).not.toContain('send');
    }
  });

  it('leaves nothing to send where it was the same answer of the same person, whose reply was lost', () => {
    expect(isOwnAct(answer, 'Minh Tran', 'Tomorrow ')).toBe(true);
    expect(isOwnAct(answer, 'Minh Tran', 'Today')).toBe(false);
    expect(isOwnAct(answer, 'Dana Whitfield', 'Tomorrow')).toBe(false);
    const own = { did: 'answered', isOwn: true } as const;
    expect(nextStep('answer', { ...own, status: 'answered' })).toMatch(/nothing left to send/);
    expect(nextStep('answer', { ...own, status: 'open' })).toMatch(/It was reopened\. To answer it once more/);
  });
});
