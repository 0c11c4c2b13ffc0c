import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { TaskQueueRow } from '@throughline/contracts';
import { csvOf } from './export-tasks.js';

const aRow = (of: Partial<TaskQueueRow> = {}): TaskQueueRow => ({
  taskId: '26325-1',
  referralId: '26325',
  task: 'Patient Contact 1st',
  department: 'Intake',
  categories: ['Breast Pump', 'Supplies'],
  memberLastName: 'Ruiz',
  memberFirstName: 'Maria',
  memberState: 'AZ',
  items: [{ id: 1, item: 'Breast pump', qty: 1 }],
  caseOpenedAt: '2026-11-18T15:00:00Z',
  stepSince: '2026-11-19T15:00:00Z',
  openedAt: '2026-11-19T15:00:00Z',
  dueAt: null,
  fellDue: false,
  assignee: null,
  completedAt: null,
  ...of,
});
const exportedIn = async (timeZone: string, ...rows: readonly TaskQueueRow[]) => {
  const csv = await text(
    Readable.from(
      csvOf(
        rows.map(({ taskId }) => taskId),
        async () => rows,
        timeZone,
      ),
    ),
  );
  return csv.split('\r\n');
};
const exported = (...rows: readonly TaskQueueRow[]) => exportedIn('America/Chicago', ...rows);

describe('An exported queue', () => {
  it('has a header, a line for each task, and a byte order mark for Excel', async () => {
    const [header, line, end] = await exported(aRow());
    expect(header).toMatch(/^\ufeff"Task","Department","Sub-departments","Due \(days and times in Central Time\)",/);
    expect(line).toBe(
      '"Patient Contact 1st","Intake","Breast Pump, Supplies","","","Ruiz","Maria","AZ","Breast pump × 1","","26325","2026-11-18 09:00","2026-11-19 09:00","","",""',
    );
    expect(end).toBe('');
  });

  it('has the day that the screen shows as the due day, and its zone once', async () => {
    const [header, line] = await exported(aRow({ dueAt: '2026-11-28T06:00:00Z', completedAt: '2026-11-28T05:10:00Z' }));
    expect(line).toContain('"Breast Pump, Supplies","2026-11-27",');
    expect(line).toContain(',"2026-11-27 23:10",');
    expect(header?.match(/UTC|Central/g)).toEqual(['Central']);
  });

  it('has times in the zone of its reader, and due days in Central Time', async () => {
    const completedAt = '2026-11-28T05:10:00Z';
    const [header, line] = await exportedIn('Europe/Berlin', aRow({ dueAt: '2026-11-28T06:00:00Z', completedAt }));
    expect(header).toContain('"Due (days in Central Time, times in Central European Time)"');
    expect(line).toContain('"Breast Pump, Supplies","2026-11-27",');
    expect(line).toContain(',"2026-11-28 06:10",');
  });

  it.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    [' =1', `"' =1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['＝1', `"'＝1"`],
    ['\t=1', `"'\t=1"`],
  ])('has %j as text, not as a formula', async (memberLastName, cell) => {
    const [, line] = await exported(aRow({ memberLastName }));
    expect(line).toContain(`,${cell},`);
  });

  it.each([
    ['263254123071844', '26325 41230 71844'],
    ['R26325412307184401', 'R26325 41230 71844 01'],
  ])('has the id %s in groups, which a spreadsheet does not take for a number', async (referralId, cell) => {
    expect((await exported(aRow({ referralId })))[1]).toContain(`,"${cell}",`);
  });

  it.each(['O’Neil-Ruiz', 'Ruiz, Maria', 'Ruiz = Diaz'])('has %j unchanged', async (memberLastName) => {
    expect((await exported(aRow({ memberLastName })))[1]).toContain(`,"${memberLastName}",`);
  });

  it('is read no further once its stream is destroyed', async () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => `${n}-1`);
    const batches: (readonly string[])[] = [];
    const content = Readable.from(
      csvOf(
        ids,
        async (batch) => {
          batches.push(batch);
          return batch.map((taskId) => aRow({ taskId }));
        },
        'America/Chicago',
      ),
      { objectMode: false, highWaterMark: 1 },
    );
    let chunks = 0;
    for await (const _ of content) if (++chunks === 2) break;
    expect(content.destroyed).toBe(true);
    const read = batches.length;
    expect(read).toBeLessThan(4);
    await new Promise(setImmediate);
    expect(batches).toHaveLength(read);
  });
});
