import { asWordStart, typedWords } from '@throughline/contracts';
import type { Insertable } from 'kysely';
import type { AnyProjection, Projection } from './projecting/projection.js';
import { referralListProjection, type ReferralListTable } from './referral-list/referral-list.projection.js';
import { taskQueueProjection, type TaskQueueTable } from './task-queue/task-queue.projection.js';

/*
 * Version 1 of the lists, which finds names only as they are written, with accents. Each is live until version 2 is built: to be removed in
 * the next release, with its part of `matches`.
 */

type ListRow = Insertable<ReferralListTable>;
type QueueRow = Insertable<TaskQueueTable>;

const asVersion1 = <State, Row extends object>(
  projection: Projection<State, Row>,
  names: (row: Row) => readonly (string | null | undefined)[],
): Projection<State, Row> => ({
  ...projection,
  version: 1,
  rows: (state) => projection.rows(state).map((row) => ({ ...row, search: textAsWritten(names(row)) })),
});

export const listsAsWritten: readonly AnyProjection[] = [
  asVersion1(referralListProjection, (row: ListRow) => [
    ...[row.referral_id, row.referrer_last_name, row.referrer_first_name, row.member_last_name, row.member_first_name],
    row.insurance_medicaid,
  ]),
  asVersion1(taskQueueProjection, ({ row }: QueueRow) => {
    const { referralId, memberLastName, memberFirstName } = row as TaskQueueTable['row'];
    return [referralId, memberLastName, memberFirstName];
  }),
];

/** Lower case, one space before each word. */
function textAsWritten(parts: readonly (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => (part == null ? [] : [` ${part.toLowerCase()}`]))
    .join('')
    .replaceAll(/\s+/g, ' ');
}

/** The words of a search for version 1. */
export const wordsAsWritten = (typed: string): readonly string[] =>
  typedWords(typed, (word) => word.toLowerCase()).map(asWordStart);
