import type { TaskQueueRow } from '@throughline/contracts';
import { outcomeLabel } from '@throughline/domain';
import { BYTE_ORDER_MARK, csvLine } from '@throughline/platform';

const BATCH_TASKS = 500;

const COLUMNS: readonly (readonly [header: string, cell: (row: TaskQueueRow) => string | null])[] = [
  ['Task', ({ task }) => task],
  ['Department', ({ department }) => department],
  ['Sub-departments', ({ categories }) => categories.join(', ')],
  ['Due (UTC)', ({ dueAt }) => dueAt],
  ['On hold until', ({ onHold }) => onHold?.until ?? null],
  ['Member last name', ({ memberLastName }) => memberLastName],
  ['Member first name', ({ memberFirstName }) => memberFirstName],
  ['State', ({ memberState }) => memberState],
  ['Items', ({ items }) => items.map(({ item, qty }) => `${item} × ${qty}`).join(', ')],
  // In groups, as on the screens: a spreadsheet would round a number of 15 digits.
  ['Referral', ({ referralId }) => inGroups(referralId)],
  ['Ordered (UTC)', ({ caseOpenedAt }) => caseOpenedAt],
  ['In step since (UTC)', ({ stepSince }) => stepSince],
  ['Assigned to', ({ assignee }) => assignee?.name ?? null],
  ['Completed (UTC)', ({ completedAt }) => completedAt],
  ['Outcome', ({ task, outcome }) => (outcome ? outcomeLabel(task, outcome.name) : null)],
];

/** Groups of five digits, as on the screens. All our input fields accept them, and spreadsheets keep them as text. */
const inGroups = (id: string): string => id.replaceAll(/\d{5}(?=\d)/g, '$& ');

/** A CSV file (RFC 4180) in chunks: the header, then a chunk for each batch. */
export async function* csvOf(
  taskIds: readonly string[],
  read: (batch: readonly string[]) => Promise<readonly TaskQueueRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([header]) => header));
  for (let from = 0; from < taskIds.length; from += BATCH_TASKS) {
    const rows = await read(taskIds.slice(from, from + BATCH_TASKS));
    yield rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row) ?? ''))).join('');
  }
}
