import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';

/*
 * What administrators do about work that failed. Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: failure-{actId}, one for each act. That work failed is no event: it is in the job queue and among the parked streams.
 */

/** A job that used up its attempts, or a stream that a consumer of the log parked at an event. */
export type Failure =
  | { readonly kind: 'job'; readonly jobId: string; readonly name: string; readonly failedAt: string }
  | { readonly kind: 'parked'; readonly consumer: string; readonly stream: string; readonly position: number };

/** The same for every failure of the same work. */
export const failureKey = (failure: Failure): string =>
  failure.kind === 'job' ? `job/${failure.jobId}` : `parked/${failure.consumer}/${failure.stream}`;

/** Tells one failure of the same work from the next. */
export const failureOccurrence = (failure: Failure): string =>
  failure.kind === 'job' ? failure.failedAt : String(failure.position);

interface Ordered {
  readonly actId: string;
  readonly failure: Failure;
  readonly reason: string;
}

export type FailureRetryOrdered = DomainEvent<'FailureRetryOrdered', Ordered>;
/** The failure is listed no more; the work stays undone. */
export type FailureDiscarded = DomainEvent<'FailureDiscarded', Ordered>;
/**
 * `done`: a job waits in the queue again, a stream is parked no more. `failed-again`: the stream stays parked. `gone`: there was no such failure
 * any more.
 */
export type FailureRetrySettled = DomainEvent<
  'FailureRetrySettled',
  Omit<Ordered, 'reason'> & { readonly outcome: 'done' | 'failed-again' | 'gone' }
>;
export type RetryOutcome = FailureRetrySettled['data']['outcome'];
export type FailureEvent = FailureRetryOrdered | FailureDiscarded | FailureRetrySettled;

export type RetryFailure = Command<'RetryFailure', Ordered>;
export type DiscardFailure = Command<'DiscardFailure', Ordered>;
export type SettleRetry = Command<'SettleRetry', { readonly actId: string; readonly outcome: RetryOutcome }>;
export type FailureCommand = RetryFailure | DiscardFailure | SettleRetry;

/** What a job does, in words. A name that is not here is shown as it is. */
const JOB_WORDS: Readonly<Record<string, string>> = {
  'fire-due-day': 'The due day of a task',
  'end-hold': 'The end of a hold',
  'import-members': 'The import of a member file',
  'check-file': 'The check of an uploaded file',
  'generate-submission-pdf': 'The PDF of an order',
  'generate-corrected-pdf': 'The PDF of a corrected order',
  'send-referral-mail': 'The mail with a referral ID',
  'send-inquiry-mail': 'The mail about a message',
  'open-account': 'The account of a referrer',
  'register-account': 'The account of somebody who registered',
  'carry-out-acts': 'What the identity provider was asked for',
  'retry-failure': 'The retry of failed work',
};

export const jobInWords = (name: string): string => (Object.hasOwn(JOB_WORDS, name) ? (JOB_WORDS[name] ?? name) : name);

/** Mails alone: everything else that is left undone would leave a case, a file or an account incomplete. */
const DISCARDABLE_JOBS: readonly string[] = ['send-referral-mail', 'send-inquiry-mail'];

export const mayDiscard = (failure: Failure): boolean =>
  failure.kind === 'job' && DISCARDABLE_JOBS.includes(failure.name);

export type FailureActState =
  | { readonly status: 'none' | 'settled'; readonly failure: null }
  | { readonly status: 'ordered'; readonly failure: Failure };

export const failureDecider: Decider<FailureActState, FailureCommand, FailureEvent> = {
  category: 'failure',
  initialState: { status: 'none', failure: null },
  evolve: (_, event) => {
    switch (event.type) {
      case 'FailureRetryOrdered':
        return { status: 'ordered', failure: event.data.failure };
      case 'FailureDiscarded':
      case 'FailureRetrySettled':
        return { status: 'settled', failure: null };
      default:
        return unknownEvent(event);
    }
  },
  decide: ({ status, failure }, command) => {
    switch (command.type) {
      case 'RetryFailure':
        return status === 'none' ? [{ type: 'FailureRetryOrdered', data: command.data }] : [];
      case 'DiscardFailure':
        if (!mayDiscard(command.data.failure)) {
          throw new DomainError('failure/must-be-done', 'This work cannot be left undone. Try it again.');
        }
        return status === 'none' ? [{ type: 'FailureDiscarded', data: command.data }] : [];
      case 'SettleRetry':
        return status === 'ordered' ? [{ type: 'FailureRetrySettled', data: { ...command.data, failure } }] : [];
      default:
        return unreachable(command);
    }
  },
};
