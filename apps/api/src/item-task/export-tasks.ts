import type { TaskQueueRow } from '@throughline/contracts';
import { dueDay, outcomeLabel, nameOfZone } from '@throughline/domain';
import { BYTE_ORDER_MARK, csvLine } from '@throughline/platform';

const BATCH_TASKS = 500;

/** In words that spreadsheets sort. */
type InZone = (instant: string) => string;

const columnsIn = (
  zone: string,
  inZone: InZone,
): readonly (readonly [header: string, cell: (row: TaskQueueRow) => string | null])[] => [
  ['Task', ({ task }) => task],
  ['Department', ({ department }) => department],
  ['Sub-departments', ({ categories }) => categories.join(', ')],
  [
    zone === CENTRAL ? `Due (days and times in ${zone})` : `Due (days in ${CENTRAL}, times in ${zone})`,
    ({ dueAt }) => dueAt && dueDay(dueAt),
  ],
  ['On hold until', ({ onHold }) => onHold?.until ?? null],
  ['Member last name', ({ memberLastName }) => memberLastName],
  ['Member first name', ({ memberFirstName }) => memberFirstName],
  ['State', ({ memberState }) => memberState],
  ['Items', ({ items }) => items.map(({ item, qty }) => `${item} × ${qty}`).join(', ')],
  ['Payor', ({ payor }) => payor ?? null],
  // In groups, as on the screens: a spreadsheet would round a number of 15 digits.
  ['Referral', ({ referralId }) => inGroups(referralId)],
  ['Ordered', ({ caseOpenedAt }) => inZone(caseOpenedAt)],
  ['In task since', ({ stepSince }) => inZone(stepSince)],
  ['Assigned to', ({ assignee }) => assignee?.name ?? null],
  ['Completed', ({ completedAt }) => completedAt && inZone(completedAt)],
  ['Outcome', ({ task, outcome }) => (outcome ? outcomeLabel(task, outcome.name) : null)],
];

const CENTRAL = 'Central Time';

/** Day and minute, as the screens show them to a reader in the zone, in a form that spreadsheets sort: `2026-11-27 23:10`. */
function clockIn(timeZone: string): InZone {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(new Date(instant));
}

/** Groups of five digits, as on the screens. All our input fields accept them, and spreadsheets keep them as text. */
const inGroups = (id: string): string => id.replaceAll(/\d{5}(?=\d)/g, '$& ');

/** A CSV file (RFC 4180) in chunks: the header, then a chunk for each batch. `timeZone`: in which its reader sees times. */
export async function* csvOf(
  taskIds: readonly string[],
  read: (batch: readonly string[]) => Promise<readonly TaskQueueRow[]>,
  timeZone: string,
): AsyncGenerator<string> {
  const columns = columnsIn(nameOfZone(timeZone), clockIn(timeZone));
  yield BYTE_ORDER_MARK + csvLine(columns.map(([header]) => header));
  for (let from = 0; from < taskIds.length; from += BATCH_TASKS) {
    const rows = await read(taskIds.slice(from, from + BATCH_TASKS));
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row) ?? ''))).join('');
  }
}
