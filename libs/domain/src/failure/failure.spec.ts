import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { type Failure, failureDecider, type FailureEvent, failureKey, jobInWords } from './failure.js';

const failedAt = '2026-11-23T10:00:00.000Z';
const mail: Failure = { kind: 'job', jobId: 'mail.1', name: 'send-referral-mail', failedAt };
const mails = ['referral-mail', 'inquiry-mail', 'notification-mail', 'notification-digest'].map((name) => ({
  ...mail,
  name: `send-${name}`,
}));
const pdf: Failure = { ...mail, jobId: 'pdf.1', name: 'generate-submission-pdf' };
const parked: Failure = { kind: 'parked', consumer: 'referral_list_v3', stream: 'itemTask-1', position: 7 };
const of = (failure: Failure) => ({ actId: 'a1', failure, reason: 'Mended' });
const retry = (failure: Failure) => ({ type: 'RetryFailure', data: of(failure) }) as const;
const discard = (failure: Failure) => ({ type: 'DiscardFailure', data: of(failure) }) as const;
const ordered: FailureEvent = { type: 'FailureRetryOrdered', data: of(pdf) };
const settle = { type: 'SettleRetry', data: { actId: 'a1', outcome: 'done' } } as const;
const settled: FailureEvent = { type: 'FailureRetrySettled', data: { actId: 'a1', failure: pdf, outcome: 'done' } };

describe('Work that failed', () => {
  it('is tried again, and settled once', () => {
    given(failureDecider, []).when(retry(pdf)).then([ordered]);
    given(failureDecider, [ordered]).when(retry(pdf)).thenNothing();
    given(failureDecider, [ordered]).when(settle).then([settled]);
    given(failureDecider, [ordered, settled]).when(settle).thenNothing();
  });

  it('is discarded if it is a mail', () => {
    for (const discarded of mails) {
      given(failureDecider, [])
        .when(discard(discarded))
        .then([{ type: 'FailureDiscarded', data: of(discarded) }]);
    }
    for (const needed of [pdf, parked]) {
      given(failureDecider, []).when(discard(needed)).thenRejected('failure/must-be-done');
    }
  });

  it('has a key and words', () => {
    expect([mail, parked].map(failureKey)).toEqual(['job/mail.1', 'parked/referral_list_v3/itemTask-1']);
    expect(['check-file', 'constructor'].map(jobInWords)).toEqual(['The check of an uploaded file', 'constructor']);
  });
});
