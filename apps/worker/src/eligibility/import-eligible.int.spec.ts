import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eligibilityDecider, eligiblePatientKey, SYSTEM_ACTOR } from '@throughline/domain';
import { type EventStore, handleCommand, readState, verifyChain } from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';
import { type Engines, openEngines } from '@throughline/read-models/testing';
import { type ImportEligible, importEligible } from './import-eligible.js';

const KEY = 'a key of the specs, of forty characters!';
const AT = new Date('2026-11-21T12:00:00.000Z');
const MEMBERS = 1_300;

describe('Importing eligible members', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  const take = (lines: readonly string[], options: Partial<ImportEligible> = {}) =>
    importEligible({
      importId: randomUUID(),
      store: engines.store,
      key: KEY,
      file: Readable.from([Buffer.from(['medicaid_id,date_of_birth', ...lines, ''].join('\n'))]),
      programme: 'diaper',
      at: AT,
      ...options,
    });
  const lines = Array.from({ length: MEMBERS }, (_, n) => `VA${n},1996-05-04`);
  const idOf = (n: number) =>
    keyedHash(KEY, eligiblePatientKey({ programme: 'diaper', medicaidId: `VA${n}`, dateOfBirth: '1996-05-04' }));
  const statusOf = async (n: number) => (await readState(engines.store, eligibilityDecider, idOf(n))).state.status;

  it('registers each once, reports the bad rows by their lines, and continues after them', async () => {
    const [first = '', ...others] = lines;
    const report = await take([first, 'nobody,never', 'va-0,05/04/1996', ...others, ',1996-05-04']);
    expect(report).toEqual({
      rows: MEMBERS + 3,
      registered: MEMBERS,
      known: 1,
      bad: 2,
      faults: [
        { line: 3, fault: 'DOB is invalid.' },
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
    const file = Readable.from([Buffer.from(`medicaid_id,date_of_birth\n${lines.join('\n')}`)]);
    const store = { ...engines.store, append: () => Promise.reject(new Error('the log is away')) };
    await expect(take([], { file, store })).rejects.toThrow('the log is away');
    expect(file.destroyed).toBe(true);
  });

  it('writes nothing to the log that identifies a person', async () => {
    for await (const event of engines.store.readStream(`eligibility-${idOf(7)}`))
      expect(JSON.stringify(event)).not.toMatch(/VA7|1996/);
  });

  it('adds nobody the second time, and restores no benefit', async () => {
    await handleCommand(engines.store, {
      decider: eligibilityDecider,
      id: idOf(5),
      command: {
        type: 'RedeemBenefit',
        data: { eligiblePatientId: idOf(5), referralId: '1', at: AT.toISOString() },
      },
      context: {
        commandId: '0a6d0c6f-51a5-4a39-9f0a-3c576f9dcb8e',
        actor: SYSTEM_ACTOR,
        at: AT.toISOString(),
        correlationId: '',
        causationId: null,
      },
    });
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
      const store: EventStore = {
        ...engines.store,
        append: (...given) => (left-- > 0 ? engines.store.append(...given) : Promise.reject(new Error('killed'))),
      };
      await expect(take(file, { importId, store })).rejects.toThrow('killed');
    }
    const count = { rows: MEMBERS + 2, registered: MEMBERS - 10, known: 12 };
    expect(await take(file, { importId })).toMatchObject(count);
    expect(await take(file)).toMatchObject({ registered: 0, known: MEMBERS + 2 });
  });

  it('counts a new member once when two imports name it at once', async () => {
    const both = Array.from({ length: MEMBERS }, (_, n) => `VC${n},1996-05-04`);
    const reports = await Promise.all([take(both), take(both.toReversed())]);
    expect(reports.reduce((sum, { registered }) => sum + registered, 0)).toBe(MEMBERS);
    expect(reports.map(({ registered, known }) => registered + known)).toEqual([MEMBERS, MEMBERS]);
    expect(reports.every(({ registered }) => registered > 0)).toBe(true);
  });

  it('adds to the members that are registered', async () => {
    expect(await take([...lines.slice(0, 10), 'VA999999,1996-05-04'])).toMatchObject({ registered: 1, known: 10 });
  });
});
