import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { latestDayOfBirth } from '@throughline/contracts';
import { type EventStore, verifyChain } from '@throughline/event-store';
import { READ_DATES } from './member-cells.js';
import { AT, MEMBERS, altered, engines, idsOf, lines, stateOf, take, execute } from './import-eligible.testing.js';

const idOf = (n: number) => idsOf(`VA${n}`).eligiblePatientId;

const statusOf = async (n: number) => (await stateOf(idOf(n))).status;

describe('Importing eligible members', () => {
  it('registers each once, reports the bad rows by their lines, and continues after them', async () => {
    const [first = '', ...others] = lines;
    const report = await take([first, 'nobody1,never', 'va-0,05/04/1996', ...others, ',1996-05-04']);
    expect(report).toEqual({
      rows: MEMBERS + 3,
      registered: MEMBERS,
      known: 1,
      bad: 2,
      faults: [
        { line: 3, fault: `DOB is invalid. ${READ_DATES}` },
        { line: MEMBERS + 4, fault: 'Medicaid ID is required.' },
      ],
    });
    expect([await statusOf(0), await statusOf(MEMBERS - 1), await statusOf(MEMBERS)]).toEqual([
      'eligible',
      'eligible',
      'unknown',
    ]);
    expect(await verifyChain(engines.store, `eligibility-${idOf(7)}`)).toMatchObject({ ok: true });
  });

  it('reports its progress, however bad the rows are', async () => {
    const reported: number[] = [];
    await take(
      Array.from({ length: MEMBERS }, () => 'nobody,never'),
      { onProgress: ({ bad }) => void reported.push(bad) },
    );
    expect(reported).toEqual([512, 1_024, MEMBERS]);
  });

  it('closes the file also when the log fails before its end', async () => {
    const files: Readable[] = [];
    const open = () => {
      files.push(Readable.from([Buffer.from(`medicaid_id,date_of_birth\n${lines.join('\n')}`)]));
      return Promise.resolve(files.at(-1)!);
    };
    const store = altered({ append: () => Promise.reject(new Error('the log is away')) });
    await expect(take([], { open, store })).rejects.toThrow('the log is away');
    expect(files.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it('takes the birth of today in the first time zone of the United States, as the look-up does, and none of the day after', async () => {
    const today = latestDayOfBirth();
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    expect(await take([`ZT1,${today}`, `ZT2,${tomorrow}`])).toMatchObject({ registered: 1, bad: 1 });
  });

  it('writes nothing to the log that identifies a person', async () => {
    for await (const event of engines.store.readStream(`eligibility-${idOf(7)}`))
      expect(JSON.stringify(event)).not.toMatch(/VA7|1996/);
  });

  it('adds nobody the second time, and restores no benefit', async () => {
    const redeem = { eligiblePatientId: idOf(5), referralId: '1', at: AT.toISOString() };
    await execute(idOf(5), { type: 'RedeemBenefit', data: redeem });
    const head = await engines.store.head();
    const later = new Date(AT.getTime() + 86_400_000);
    expect(await take(lines, { at: later })).toMatchObject({ rows: MEMBERS, registered: 0, known: MEMBERS, bad: 0 });
    expect(await engines.store.head()).toBe(head);
    expect(await statusOf(5)).toBe('redeemed');
  });

  it('that was interrupted twice counts what it registered itself, and no other import does', async () => {
    const mine = Array.from({ length: MEMBERS }, (_, n) => `VB${n},1996-05-04`);
    const file = [...mine, lines[0] ?? '', mine[0] ?? ''];
    const importId = randomUUID();
    await take(mine.slice(600, 610));
    for (const appends of [700, 1_100]) {
      let left = appends;
      const store = altered({
        append: (...given) => (left-- > 0 ? engines.store.append(...given) : Promise.reject(new Error('killed'))),
      });
      await expect(take(file, { importId, store })).rejects.toThrow('killed');
    }
    const count = { rows: MEMBERS + 2, registered: MEMBERS - 10, known: 12 };
    expect(await take(file, { importId })).toMatchObject(count);
    expect(await take(file)).toMatchObject({ registered: 0, known: MEMBERS + 2 });
  });

  it('counts a new member once when two imports name it at once', async () => {
    const names = randomUUID().slice(0, 8);
    const both = Array.from({ length: MEMBERS }, (_, n) => `${names}${n},1996-05-04`);
    // Neither import goes on after its first batch before the other has reached the end of its own.
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    const begun = new Set<string>();
    const takeOneWay = (file: readonly string[]) => {
      const importId = randomUUID();
      const onProgress = () => {
        if (begun.add(importId).size === 2) meet();
        return met;
      };
      return take(file, { importId, onProgress });
    };
    const reports = await Promise.all([takeOneWay(both), takeOneWay(both.toReversed())]);
    expect(reports.reduce((sum, { registered }) => sum + registered, 0)).toBe(MEMBERS);
    expect(reports.map(({ registered, known }) => registered + known)).toEqual([MEMBERS, MEMBERS]);
    expect(reports.every(({ registered }) => registered > 0)).toBe(true);
  });

  it('that names members of an earlier release, which had the date of birth in the id, registers none twice', async () => {
    const [eligible, redeemed] = [idsOf('ZE1'), idsOf('ZE2')];
    for (const { datedId } of [eligible, redeemed])
      await execute(datedId, {
        type: 'RegisterEligiblePatient',
        data: { eligiblePatientId: datedId, programme: 'diaper', at: AT.toISOString() },
      });
    const redeem = { eligiblePatientId: redeemed.datedId, referralId: '1', at: AT.toISOString() };
    await execute(redeemed.datedId, { type: 'RedeemBenefit', data: redeem });
    // A log that began with the earlier release.
    const readAll: EventStore['readAll'] = async function* () {
      yield* engines.store.readStream(`eligibility-${eligible.datedId}`);
    };
    const store = altered({ readAll });
    for (const _ of [1, 2])
      expect(await take(['ZE1,1996-05-04', 'ZE2,1996-05-04'], { store })).toMatchObject({ registered: 0, known: 2 });
    expect(await stateOf(eligible.eligiblePatientId)).toMatchObject({ status: 'eligible', datedId: eligible.datedId });
    expect(await stateOf(redeemed.eligiblePatientId)).toMatchObject({ status: 'redeemed', referralId: '1' });
    for (const { datedId } of [eligible, redeemed]) expect((await stateOf(datedId)).status).toBe('merged');
  });

  it('registers a member for whom an order was refused before', async () => {
    const { eligiblePatientId } = idsOf('ZG1');
    const redeem = { eligiblePatientId, referralId: '1', at: AT.toISOString() };
    await execute(eligiblePatientId, { type: 'RedeemBenefit', data: redeem });
    const importId = randomUUID();
    for (const _ of [1, 2])
      expect(await take(['ZG1,1996-05-04'], { importId })).toMatchObject({ registered: 1, known: 0 });
    expect(await stateOf(eligiblePatientId)).toMatchObject({ status: 'eligible', refused: ['1'] });
  });

  it('takes no date that may have the day first, in a file in which another has', async () => {
    const report = await take(['ZF1,03/12/1994', 'ZF2,13/02/1994', 'ZF3,1994-03-12', 'ZF4,12-Mar-94']);
    expect(report).toMatchObject({ registered: 2, bad: 2 });
    expect(report.faults[0]).toEqual({
      line: 2,
      fault: 'DOB may have the day before the month, as line 3 has. Write it as 1994-03-12.',
    });
    // A date with the month first shows how the file writes dates.
    expect(await take(['ZF1,03/12/1994', 'ZF2,13/02/1994', 'ZF5,12/31/1994'])).toMatchObject({ registered: 2, bad: 1 });
  });

  it('adds to the members that are registered', async () => {
    expect(await take([...lines.slice(0, 10), 'VA999999,1996-05-04'])).toMatchObject({ registered: 1, known: 10 });
  });
});
