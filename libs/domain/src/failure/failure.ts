import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { type EventWords, type FieldChange, now } from '../kernel/words.js';

/*
 * What administrators do about failed work. Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: failure-{actId}, one for each act. That work failed is not an event: the job queue and the table of parked streams hold it.
 */

/** A job that used up its attempts, or a stream that a consumer of the log parked at an event. */
export type Failure =
  | { readonly kind: 'job'; readonly jobId: string; readonly name: string; readonly failedAt: string }
  | { readonly kind: 'parked'; readonly consumer: string; readonly stream: string; readonly position: number };

/** Identifies the work that failed: the same for each of its failures. */
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
/** The failed work is no longer listed, and stays undone. */
export type FailureDiscarded = DomainEvent<'FailureDiscarded', Ordered>;
/**
 * `done`: a job waits in the queue again, or a stream is no longer parked. `failed-again`: the stream stays parked. `gone`: the failure no
 * longer existed.
 */
export const RETRY_OUTCOMES = ['done', 'failed-again', 'gone'] as const;
export type RetryOutcome = (typeof RETRY_OUTCOMES)[number];
export type FailureRetrySettled = DomainEvent<
  'FailureRetrySettled',
  Omit<Ordered, 'reason'> & { readonly outcome: RetryOutcome }
>;
export type FailureEvent = FailureRetryOrdered | FailureDiscarded | FailureRetrySettled;

export type RetryFailure = Command<'RetryFailure', Ordered>;
export type DiscardFailure = Command<'DiscardFailure', Ordered>;
export type SettleRetry = Command<'SettleRetry', { readonly actId: string; readonly outcome: RetryOutcome }>;
export type FailureCommand = RetryFailure | DiscardFailure | SettleRetry;

interface JobFacts {
  readonly words: string;
  /** Only mails may be discarded: other work that is left undone would leave a case, a file or an account incomplete. */
  readonly mayDiscard?: true;
}

/** Every job of the worker, by its name. A job of another release is shown by its name alone, and cannot be discarded. */
const JOBS = new Map<string, JobFacts>([
  ['fire-due-day', { words: 'The due day of a task' }],
  ['end-hold', { words: 'The end of a hold' }],
  ['activate-catalogue', { words: 'The activation of a catalogue' }],
  ['import-members', { words: 'The import of a member file' }],
  ['export-evidence', { words: 'The export of evidence' }],
  ['remove-evidence', { words: 'The removal of exported evidence' }],
  ['check-file', { words: 'The check of an uploaded file' }],
  ['generate-submission-pdf', { words: 'The PDF of a referral' }],
  ['generate-corrected-pdf', { words: 'The PDF of a corrected referral' }],
  ['send-referral-mail', { words: 'The mail with a referral ID', mayDiscard: true }],
  ['send-inquiry-mail', { words: 'The mail about a message', mayDiscard: true }],
  ['send-notification-mail', { words: 'The mail about a notification', mayDiscard: true }],
  ['send-notification-digest', { words: 'The daily mail of notifications', mayDiscard: true }],
  ['open-account', { words: 'The account of a referrer' }],
  ['register-account', { words: 'The account of a registered person' }],
  ['carry-out-acts', { words: 'The requests to the identity provider' }],
  ['hand-on-tasks', { words: 'The tasks of somebody who left' }],
  ['retry-failure', { words: 'The retry of failed work' }],
]);

export const jobInWords = (name: string): string => JOBS.get(name)?.words ?? name;

export const mayDiscard = (failure: Failure): boolean =>
  failure.kind === 'job' && JOBS.get(failure.name)?.mayDiscard === true;

export const FAILURE_WORDS: EventWords<FailureEvent> = {
  FailureRetryOrdered: ({ failure, reason }, { who }) => [
    `${who} had failed work tried again`,
    ...factsOf(failure),
    now('Reason', reason),
  ],
  FailureDiscarded: ({ failure, reason }, { who }) => [
    `${who} discarded failed work`,
    ...factsOf(failure),
    now('Reason', reason),
  ],
  FailureRetrySettled: ({ failure, outcome }) => [RETRY_WORDS[outcome], ...factsOf(failure)],
};

const RETRY_WORDS: Readonly<Record<RetryOutcome, string>> = {
  done: 'Failed work was taken up again',
  'failed-again': 'Failed work was tried again, and failed again',
  gone: 'Failed work was not tried again, as it had succeeded meanwhile',
};

const factsOf = (failure: Failure): readonly FieldChange[] =>
  failure.kind === 'job'
    ? [now('Work', jobInWords(failure.name)), now('Job', failure.jobId)]
    : [now('Work', `Events of ${failure.stream}`), now('Consumer', failure.consumer)];

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
