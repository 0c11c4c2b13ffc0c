import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { DoneAlready, Forestalled } from '../kernel/forestalled.js';
import type {
  InquiryAnnounced,
  InquiryAnswered,
  InquiryAnswerMailed,
  InquiryClosed,
  InquiryEvent,
  InquiryReceived,
  InquiryReopened,
} from './inquiry.events.js';

export type ReceiveInquiry = Command<'ReceiveInquiry', InquiryReceived['data']>;
export type RecordInquiryAnnounced = Command<'RecordInquiryAnnounced', InquiryAnnounced['data']>;
/** The last answer that the author of the command saw. Absent: the act applies whatever was answered meanwhile. */
interface SeesAnswer {
  readonly seen?: Pick<InquiryState, 'answeredAt'> | undefined;
}
/** Answers a message, which closes it. Rejected if somebody else answered or closed it first. */
export type AnswerInquiry = Command<'AnswerInquiry', InquiryAnswered['data'] & SeesAnswer>;
/** Does nothing if another answer has replaced this one in the meantime: the other answer has yet to be mailed. */
export type RecordAnswerMailed = Command<
  'RecordAnswerMailed',
  InquiryAnswerMailed['data'] & Pick<InquiryAnswered['data'], 'answerToken'>
>;
export type CloseInquiry = Command<'CloseInquiry', InquiryClosed['data'] & SeesAnswer>;
/**
 * `settledAt`: when it was last answered or closed, as the author saw it. A message that was settled again since, perhaps for another
 * reason, stays closed.
 */
export type ReopenInquiry = Command<
  'ReopenInquiry',
  InquiryReopened['data'] & { readonly seen: Pick<InquiryState, 'settledAt'> }
>;

export type InquiryCommand =
  ReceiveInquiry | RecordInquiryAnnounced | AnswerInquiry | RecordAnswerMailed | CloseInquiry | ReopenInquiry;

export interface InquiryState {
  readonly status: 'none' | 'open' | 'answered' | 'closed';
  /** When it was last answered or closed; null: never. */
  readonly settledAt: string | null;
  /** The last answer, and when it was given; null: never. */
  readonly answer: string | null;
  readonly answeredAt: string | null;
  readonly canBeMailed: boolean;
  readonly isAnnounced: boolean;
  /** The recipient of the last answer; null: there is no answer, or its link was mailed. */
  readonly answerToMail: Pick<InquiryAnswered['data'], 'answerToken' | 'answeredAt'> | null;
}

/** Stream `inquiry-{inquiryId}`. */
export const inquiryDecider: Decider<InquiryState, InquiryCommand, InquiryEvent> = {
  category: 'inquiry',
  initialState: {
    status: 'none',
    settledAt: null,
    answer: null,
    answeredAt: null,
    canBeMailed: false,
    isAnnounced: false,
    answerToMail: null,
  },
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'ReceiveInquiry':
        if (state.status !== 'none') throw new DomainError('inquiry/taken', 'This message was received before.');
        return [{ type: 'InquiryReceived', data: command.data }];
      case 'RecordInquiryAnnounced':
        return state.isAnnounced ? [] : [{ type: 'InquiryAnnounced', data: command.data }];
      case 'AnswerInquiry':
        return answer(state, command.data);
      case 'RecordAnswerMailed': {
        const { answerToken, ...data } = command.data;
        return state.answerToMail?.answerToken === answerToken ? [{ type: 'InquiryAnswerMailed', data }] : [];
      }
      case 'CloseInquiry':
        return close(state, command.data);
      case 'ReopenInquiry':
        return reopen(state, command.data);
      default:
        return unreachable(command);
    }
  },
  valuesOf: ({ settledAt, status }) => ({ settledAt, status }),
};

const NO_ADDRESS =
  'No email can be sent to the address of this message. Close it when you have answered in another way.';

function requireReceived(
  state: InquiryState,
): asserts state is InquiryState & { readonly status: Exclude<InquiryState['status'], 'none'> } {
  if (state.status === 'none') throw new DomainError('inquiry/not-found', 'There is no such message.');
}

const SETTLED_BY = { answered: ['InquiryAnswered', 'answered'], closed: ['InquiryClosed', 'closed'] } as const;

/** `wanted` is the status that the act would give the message: if it has that status already, the act was done already. */
function requireOpen(state: InquiryState, wanted?: 'answered' | 'closed'): void {
  requireReceived(state);
  const { status } = state;
  if (status === 'open') return;
  const [type, done] = SETTLED_BY[status];
  throw new (status === wanted ? DoneAlready : Forestalled)(
    'inquiry/not-open',
    (change) =>
      change ? `${change.who} ${done} this message on ${change.when}.` : `This message was ${done} meanwhile.`,
    (event) => event.type === type,
  );
}

function answer(state: InquiryState, { seen, ...data }: AnswerInquiry['data']): readonly InquiryEvent[] {
  requireOpen(state, state.answer === data.text ? 'answered' : undefined);
  requireSeenAnswer(state, seen);
  if (!state.canBeMailed) throw new DomainError('inquiry/no-address', NO_ADDRESS);
  return [{ type: 'InquiryAnswered', data }];
}

function close(state: InquiryState, { seen, ...data }: CloseInquiry['data']): readonly InquiryEvent[] {
  requireOpen(state, 'closed');
  requireSeenAnswer(state, seen);
  return [{ type: 'InquiryClosed', data }];
}

const answeredAtOf = ({ type, data }: DomainEvent): string | null =>
  type === 'InquiryAnswered' ? (data as InquiryAnswered['data']).answeredAt : null;

/** When this event settled the message; null: it did not. */
function settledAtOf(event: DomainEvent): string | null {
  return event.type === 'InquiryClosed' ? (event.data as InquiryClosed['data']).closedAt : answeredAtOf(event);
}

/** Rejects if the message was answered and reopened since the author looked: they have not read that answer. */
function requireSeenAnswer({ answeredAt }: InquiryState, seen: SeesAnswer['seen']): void {
  if (seen === undefined || seen.answeredAt === answeredAt) return;
  throw new Forestalled(
    'inquiry/settled-again',
    (change) =>
      change
        ? `${change.who} answered this message on ${change.when}, and it was reopened. Read the answer first.`
        : 'This message was answered and reopened meanwhile. Read the answer first.',
    ({ type }) => type === 'InquiryAnswered',
    { wasSeen: (event) => seen.answeredAt === null || answeredAtOf(event) === seen.answeredAt },
  );
}

function reopen(state: InquiryState, { seen, ...data }: ReopenInquiry['data']): readonly InquiryEvent[] {
  requireReceived(state);
  const { status } = state;
  if (status === 'open') {
    throw new DoneAlready(
      'inquiry/not-settled',
      (change) => (change ? `${change.who} reopened this message on ${change.when}.` : 'This message is open.'),
      ({ type }) => type === 'InquiryReopened',
    );
  }
  if (seen.settledAt !== state.settledAt) {
    const [type, done] = SETTLED_BY[status];
    throw new Forestalled(
      'inquiry/settled-again',
      (change) =>
        change
          ? `${change.who} ${done} this message again on ${change.when}. It stays so.`
          : `This message was ${done} again meanwhile. It stays so.`,
      (event) => event.type === type,
      { wasSeen: (event) => settledAtOf(event) === seen.settledAt },
    );
  }
  return [{ type: 'InquiryReopened', data }];
}

function evolve(state: InquiryState, event: InquiryEvent): InquiryState {
  switch (event.type) {
    case 'InquiryReceived':
      return { ...state, status: 'open', canBeMailed: event.data.canBeMailed };
    case 'InquiryReopened':
      return { ...state, status: 'open' };
    case 'InquiryAnnounced':
      return { ...state, isAnnounced: true };
    case 'InquiryAnswered': {
      const { text, answerToken, answeredAt } = event.data;
      const answerToMail = { answerToken, answeredAt };
      return { ...state, status: 'answered', settledAt: answeredAt, answeredAt, answer: text, answerToMail };
    }
    case 'InquiryAnswerMailed':
      return { ...state, answerToMail: null };
    case 'InquiryClosed':
      return { ...state, status: 'closed', settledAt: event.data.closedAt };
    default:
      return unknownEvent(event);
  }
}
