import type { Act, Chosen } from '@throughline/contracts';
import { type Actor, companyOf, nameOf } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { tableOf } from '../projecting/projection.js';
import { actProjection, WHO } from './act.projection.js';
import { chosenIn, MAX_FOUND, type Narrowing, newest } from './found-page.js';

/** What the acts and the viewings of the audit are asked for. */
export interface AuditFilter {
  /** Cases; undefined: any, and acts that are on none. */
  readonly caseIds?: readonly string[] | undefined;
  readonly person: Chosen<string>;
  readonly company: Chosen<number>;
  /** From an instant up to, but not including, another. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface ActFilter extends AuditFilter {
  readonly kind: Chosen<string>;
  /** Words of the sentences. */
  readonly search: string;
}

export interface FoundPage<Row> {
  readonly rows: readonly Row[];
  /** The number of rows under the filter, at most `MAX_FOUND`. */
  readonly found: number;
  readonly isCapped: boolean;
  /** Begins the next page; null: there is none. */
  readonly next: string | null;
}

/**
 * The newest acts, or those before `before` (the `next` of another page). Null: there is no such act. The caller must check the permission.
 */
export async function listActs(
  db: Kysely<ReadModelSchema>,
  { before, pageSize, ...filter }: ActFilter & { readonly before?: string | undefined; readonly pageSize: number },
): Promise<(FoundPage<Act> & { readonly isWhole: boolean }) | null> {
  const place = before === undefined ? undefined : await placeOf(db, before);
  if (place === null) return null;
  const { rows } = await sql<ActRow>`
    with found as materialized (${keysOf(filter, MAX_FOUND + 1)}),
    page as materialized (
      ${place === undefined ? sql`select * from found order by ${NEWEST} limit ${pageSize + 1}` : keysOf(filter, pageSize + 1, place)})
    select (select count(*)::int from found) as found, ${IS_WHOLE} as "isWhole", ${ACT_COLUMNS},
           cause.event_id as "causeId", cause.sentence as "causeSentence", cause.case_id as "causeCaseId",
           cause.email as "causeEmail", cause.role as "causeRole",
           (select ${ACCOUNT_NAME} from account where account.user_id = cause.person) as "causeName"
      from (values (0)) as always
      left join page on true
      left join act on act.event_id = page.event_id
      left join account on account.user_id = act.person
      left join act as cause on cause.event_id = act.causation_id
     order by page.at desc, page.position desc`.execute(db);
  const acts = rows.filter(({ eventId }) => eventId !== null);
  const found = rows[0]?.found ?? 0;
  return {
    rows: acts.slice(0, pageSize).map(withCause),
    found: Math.min(found, MAX_FOUND),
    isCapped: found > MAX_FOUND,
    next: acts.length > pageSize ? acts[pageSize - 1]!.eventId : null,
    isWhole: rows[0]?.isWhole ?? false,
  };
}

/** The columns of an act, beside the account of its actor. */
export const ACT_COLUMNS = sql`act.event_id as "eventId", act.position, act.at, act.person, ${ACCOUNT_NAME} as name,
  act.email, act.role, act.company, act.case_id as "caseId", act.subject_id as "subjectId", act.subject, act.type as kind,
  act.sentence, act.detail`;

/** The model is shown before it is built for the first time, and lacks the events of a stream that could not be projected. */
const IS_WHOLE = sql`(
  exists (select from consumer_checkpoint where model = ${actProjection.name} and status = 'active')
  and not exists (select from parked_stream where consumer = ${tableOf(actProjection)}))`;

const NEWEST = sql`at desc, position desc`;

interface Place {
  readonly at: string;
  readonly position: number;
}

function keysOf({ caseIds, person, company, kind, search, from, to }: ActFilter, limit: number, before?: Place) {
  const narrowings: readonly Narrowing[] = [
    { column: sql`case_id`, type: 'text', values: caseIds ?? [] },
    { column: sql`person`, type: 'text', values: person.include },
    { column: sql`type`, type: 'text', values: kind.include },
    { column: sql`company`, type: 'int', values: company.include },
  ];
  return newest({
    table: sql`act`,
    columns: sql`event_id, at, position`,
    by: NEWEST,
    narrowings,
    conditions: [
      ...(caseIds === undefined ? [] : [sql`case_id = any(${caseIds}::text[])`]),
      ...chosenIn(sql`person`, 'text', person),
      ...chosenIn(sql`type`, 'text', kind),
      ...chosenIn(sql`company`, 'int', company),
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at < ${to}`]),
      ...(search === '' ? [] : [matches(search)]),
      ...(before === undefined ? [] : [sql`(at, position) < (${before.at}::timestamptz, ${before.position}::bigint)`]),
    ],
    limit,
  });
}

/** The place of an act in the order of all, with the microseconds of its time. */
async function placeOf(db: Kysely<ReadModelSchema>, eventId: string): Promise<Place | null> {
  const { rows } = await sql<Place>`select at::text as at, position from act where event_id = ${eventId}`.execute(db);
  return rows[0] ?? null;
}

export interface ActColumns extends Pick<
  Act,
  'eventId' | 'position' | 'person' | 'name' | 'caseId' | 'kind' | 'sentence' | 'detail'
> {
  readonly at: Date;
  readonly email: string | null;
  readonly role: Actor['role'];
  readonly company: number;
  readonly subjectId: string | null;
  readonly subject: string | null;
}

interface ActRow extends ActColumns {
  readonly found: number;
  readonly isWhole: boolean;
  readonly causeId: string | null;
  readonly causeSentence: string;
  readonly causeCaseId: string | null;
  readonly causeEmail: string | null;
  readonly causeRole: Actor['role'];
  readonly causeName: string | null;
}

function withCause(row: ActRow): Act {
  const causer: Actor = { userId: null, email: row.causeEmail, role: row.causeRole, companyId: null };
  return {
    ...actOf(row),
    cause:
      row.causeId === null
        ? null
        : {
            eventId: row.causeId,
            sentence: row.causeSentence.replaceAll(WHO, row.causeName ?? nameOf(causer)),
            caseId: row.causeCaseId,
          },
  };
}

export function actOf(row: ActColumns): Omit<Act, 'cause'> {
  const { userId, companyId } = { userId: hasAccount(row.role) ? row.person : null, companyId: row.company || null };
  const actor: Actor = { userId, email: row.email, role: row.role, companyId };
  return {
    eventId: row.eventId,
    position: row.position,
    at: row.at.toISOString(),
    actor,
    person: row.person,
    name: row.name,
    company: companyOf(companyId)?.name ?? (companyId === null ? null : `Company ${companyId}`),
    caseId: row.caseId,
    subject: row.subject === null ? null : { userId: row.subjectId, name: row.subject },
    kind: row.kind,
    sentence: row.sentence.replaceAll(WHO, row.name ?? nameOf(actor)),
    detail: row.detail,
  };
}

const hasAccount = (role: Actor['role']): boolean => role !== 'anonymous' && role !== 'system';
