import { NO_COMPANY, NOT_SIGNED_IN, searchText } from '@throughline/contracts';
import {
  type Account,
  type AccountEvent,
  type AdminEvent,
  type CaseAsOf,
  type DescribedEvent,
  describeEvent,
  EVENT_WORDS,
  evolveAccount,
  evolveCase,
  type FieldChange,
  type Recorded,
  type ReferralHistoryEvent,
  UnknownEvent,
} from '@throughline/domain';
import type { Insertable } from 'kysely';
import { ADMIN_ACT_CATEGORIES, subjectOf } from '../admin-act/admin-act.js';
import { categoryOf, entityOf, type Projection, type Timestamp } from '../projecting/projection.js';
import { HISTORY_CATEGORIES } from '../referral-history/referral-history.js';

export interface ActTable {
  event_id: string;
  position: number;
  at: Timestamp;
  /** The user id of the actor; for one who has none `NOT_SIGNED_IN`, or the role `system`. */
  person: string;
  email: string | null;
  role: string;
  /** The company of the actor at that time, or `NO_COMPANY`. */
  company: number;
  /** The referral or the recertification; null for an act of administration. */
  case_id: string | null;
  /** The person whose account it was on; null for any other act. */
  subject_id: string | null;
  /** What an act of administration was on: the person's name at that time, or the area. */
  subject: string | null;
  /** The type of the event. */
  type: string;
  /** The words of the audit, with `WHO` in place of the actor's name, which is the present one of the account. */
  sentence: string;
  /** The fields that changed, against the state before. */
  detail: readonly FieldChange[];
  /** A `searchText` of sentence, details and what it was on, with the actor's address. */
  search: string;
  command_id: string;
  causation_id: string | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    act: ActTable;
  }
}

/** Stands in a sentence for the actor. A character for private use, which no text of the portal has. */
export const WHO = '\uE000';

type Row = Insertable<ActTable>;

interface Acted {
  /** The case as it is now: what the words of its next event are read against. */
  readonly case: CaseAsOf | null;
  readonly account: Account | undefined;
  /** The row of the last event; null if the audit does not show that. */
  readonly fresh: Row | null;
}

const CASE_CATEGORIES: readonly string[] = HISTORY_CATEGORIES;

/** All that happened: an act for each event of cases and of administration that the audit shows (docs/decisions/0154). */
export const actProjection: Projection<Acted, Row> = {
  name: 'act',
  version: 1,
  categories: [...CASE_CATEGORIES, ...ADMIN_ACT_CATEGORIES],
  evolve: (state = { case: null, account: undefined, fresh: null }, recorded) => {
    if (CASE_CATEGORIES.includes(categoryOf(recorded.stream))) {
      const event = recorded as Recorded<ReferralHistoryEvent>;
      const about = { caseId: entityOf(event.stream), before: state.case };
      return { ...state, case: withoutHistory(caseAfter(state.case, event)), fresh: rowOf(event, about) };
    }
    const event = recorded as Recorded<AdminEvent>;
    const account =
      categoryOf(event.stream) === 'account'
        ? evolveAccount(state.account, event as Recorded<AccountEvent>)
        : state.account;
    const subject = subjectOf(event, account);
    return { ...state, account, fresh: subject === null ? null : rowOf(event, { subject, before: null }) };
  },
  table: {
    key: 'event_id',
    together: 'case_id',
    columns: {
      event_id: 'text',
      position: 'bigint',
      at: 'timestamptz',
      person: 'text',
      email: 'text',
      role: 'text',
      company: 'integer',
      case_id: 'text',
      subject_id: 'text',
      subject: 'text',
      type: 'text',
      sentence: 'text',
      detail: 'json',
      search: 'text',
      command_id: 'text',
      causation_id: 'text',
    },
    indexes: (table) => [
      `on ${table} (at desc, position desc)`,
      `on ${table} (person, at desc, position desc)`,
      `on ${table} (company, at desc, position desc)`,
      `on ${table} (type, at desc, position desc)`,
      `on ${table} (case_id, at desc, position desc)`,
      `on ${table} using gin (search gin_trgm_ops)`,
      // For what led to an act, and what followed from it.
      `on ${table} (causation_id, position) where causation_id is not null`,
      `on ${table} (command_id, position)`,
    ],
  },
  rows: ({ fresh }) => (fresh === null ? [] : [fresh]),
  leavesOutFinishedRows: true,
};

/** Unchanged by an event that means nothing for it, as a note of a referrer for a recertification. */
function caseAfter(before: CaseAsOf | null, event: ReferralHistoryEvent): CaseAsOf | null {
  try {
    return evolveCase(before, event);
  } catch (error) {
    if (error instanceof UnknownEvent) return before;
    throw error;
  }
}

/** Words name none of the entries that a case has for its history, and those grow with the case. */
const withoutHistory = (one: CaseAsOf | null): CaseAsOf | null =>
  one !== null && 'history' in one && one.history.length > 0 ? { ...one, history: [] } : one;

interface About {
  readonly caseId?: string;
  readonly subject?: { readonly userId: string | null; readonly name: string };
  readonly before: CaseAsOf | null;
}

function rowOf({ position, metadata, type, data }: Recorded<DescribedEvent>, { caseId, subject, before }: About) {
  if (EVENT_WORDS.get(type) == null) return null;
  const { actor } = metadata;
  const { sentence, detail } = describeEvent({ type, data } as DescribedEvent, { who: WHO, before });
  // Word by word: a part with digits is stored a second time in one run.
  const words = [sentence.replaceAll(WHO, ' '), ...detail.flatMap(({ field, from, to }) => [field, from, to])].flatMap(
    (text) => text?.split(/\s+/) ?? [],
  );
  return {
    event_id: metadata.eventId,
    position,
    at: metadata.at,
    person: actor.userId ?? (actor.role === 'anonymous' ? NOT_SIGNED_IN : actor.role),
    email: actor.email,
    role: actor.role,
    company: actor.companyId ?? NO_COMPANY,
    case_id: caseId ?? null,
    subject_id: subject?.userId ?? null,
    subject: subject?.name ?? null,
    type,
    sentence,
    detail,
    search: searchText([caseId, subject?.name, actor.email, ...words]),
    command_id: metadata.commandId,
    causation_id: metadata.causationId,
  } satisfies Row;
}
