import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyChain } from '@throughline/event-store';
import { AT, MEMBERS, altered, engines, idsOf, stateOf, take, execute } from './import-eligible.testing.js';

describe('Importing eligible members', () => {
  describe('of one Medicaid ID with several dates of birth', () => {
    const contradicts = (line: number) =>
      `Line ${line} has the same Medicaid ID with another date of birth. Neither is imported: keep the line that is right.`;

    it('registers none of them, and names each line, however far they are apart', async () => {
      const others = Array.from({ length: MEMBERS }, (_, n) => `VD${n},1996-05-04`);
      const report = await take(['ZA-1,1994-03-12', ...others, 'za1,1994-12-03', 'ZA 1,3/12/1994', 'VD7,1996-05-04']);
      expect(report).toMatchObject({ rows: MEMBERS + 4, registered: MEMBERS, known: 1, bad: 3 });
      const [first, second, third] = [2, MEMBERS + 3, MEMBERS + 4];
      expect(report.faults).toEqual([
        { line: first, fault: contradicts(second) },
        { line: second, fault: contradicts(first) },
        { line: third, fault: contradicts(second) },
      ]);
      expect((await stateOf(idsOf('ZA1').eligiblePatientId)).status).toBe('unknown');
    });

    it('registers the first file’s, and reports that of the next until it is chosen, also after the benefit was redeemed', async () => {
      await take(['ZB1,1994-03-12', 'ZB2,1994-03-12']);
      const { eligiblePatientId } = idsOf('ZB1');
      const redeem = { eligiblePatientId, referralId: '1', at: AT.toISOString() };
      await execute(eligiblePatientId, { type: 'RedeemBenefit', data: redeem });
      const corrected = ['ZB2,1994-12-03', 'ZB3,1994-12-03', 'ZB1,1994-12-03'];
      expect(await take(corrected)).toMatchObject({
        registered: 1,
        known: 0,
        bad: 2,
        faults: [
          {
            line: 2,
            fault: expect.stringContaining('another date of birth, by line 3 of the file imported on 2026-11-21.'),
          },
          { line: 4, fault: expect.stringContaining('by line 2 of the file imported on 2026-11-21.') },
        ],
      });
      expect(await stateOf(eligiblePatientId)).toMatchObject({ datedId: idsOf('ZB1', '1994-03-12').datedId });

      const importId = randomUUID();
      for (const _ of [1, 2])
        expect(await take([...corrected, 'ZB1,1994-12-03'], { importId, correctsDates: true })).toMatchObject({
          registered: 0,
          known: 2,
          corrected: 2,
          bad: 0,
        });
      expect(await stateOf(eligiblePatientId)).toMatchObject({
        status: 'redeemed',
        referralId: '1',
        datedId: idsOf('ZB1', '1994-12-03').datedId,
      });
      expect(await take(corrected)).toMatchObject({ known: 3, bad: 0 });
      expect(await take(['ZB1,1994-03-12'])).toMatchObject({ known: 0, bad: 1 });
    });

    it('is one member when two imports name them at once, and the other import reports it', async () => {
      const rowsWith = (date: string) => Array.from({ length: MEMBERS }, (_, n) => `ZC${n},${date}`);
      const reports = await Promise.all([take(rowsWith('1994-03-12')), take(rowsWith('1994-12-03').toReversed())]);
      expect(reports.reduce((sum, { registered }) => sum + registered, 0)).toBe(MEMBERS);
      expect(reports.reduce((sum, { bad }) => sum + bad, 0)).toBe(MEMBERS);
    });
  });

  describe('of IDs that differ by the zeros before them alone, with one date of birth', () => {
    const sameAs = (line: number) =>
      `Line ${line} has the same Medicaid ID with another number of zeros before it, and the same date of birth.`;

    it('registers none of a file that names both, and names each line', async () => {
      const others = Array.from({ length: MEMBERS }, (_, n) => `31${n},1996-05-04`);
      const report = await take([
        '007101,1994-03-12',
        ...others,
        '7101,1994-03-12',
        '0-07101,3/12/1994',
        '7101,1994-12-03',
      ]);
      expect(report).toMatchObject({ rows: MEMBERS + 4, registered: MEMBERS, bad: 4 });
      const fault = (line: number) => expect.stringContaining(sameAs(line)) as unknown;
      expect(report.faults).toEqual([
        { line: 2, fault: fault(MEMBERS + 3) },
        { line: MEMBERS + 3, fault: expect.stringContaining('with another date of birth') as unknown },
        { line: MEMBERS + 4, fault: fault(MEMBERS + 3) },
        { line: MEMBERS + 5, fault: expect.stringContaining('with another date of birth') as unknown },
      ]);
      expect((await stateOf(idsOf('007101').eligiblePatientId)).status).toBe('unknown');
    });

    it('ends the registration that a person finds wrong, and keeps what became of the benefit, there and back', async () => {
      const [short, long] = [idsOf('7110', '1994-03-12'), idsOf('0007110', '1994-03-12')];
      await take(['7110,1994-03-12', '7111,1994-03-12']);
      const redeem = { eligiblePatientId: short.eligiblePatientId, referralId: '1', at: AT.toISOString() };
      await execute(short.eligiblePatientId, { type: 'RedeemBenefit', data: redeem });
      const rows = ['0007110,1994-03-12', '0007111,1994-03-12', '0007112,1994-03-12'];
      for (const known of [2, 3])
        expect(await take(rows, { otherZeros: 'correct' })).toMatchObject({ registered: 3 - known, known, bad: 0 });
      expect(await stateOf(long.eligiblePatientId)).toMatchObject({
        status: 'redeemed',
        referralId: '1',
        datedId: long.datedId,
      });
      expect(await stateOf(short.eligiblePatientId)).toMatchObject({ status: 'merged', referralId: '1' });
      expect(await stateOf(idsOf('0007111').eligiblePatientId)).toMatchObject({ status: 'eligible' });
      expect(await stateOf(idsOf('7111').eligiblePatientId)).toMatchObject({ status: 'merged', referralId: null });
      // Imports the spoiled file again, and a row with another date.
      expect(await take(['7110,1994-03-12', '7111,1994-03-12', '7111,1994-03-13'])).toMatchObject({ known: 0, bad: 3 });
      expect(await take(['7111,1994-03-13'], { correctsDates: true, otherZeros: 'correct' })).toMatchObject({ bad: 1 });

      for (const _ of [1, 2])
        expect(await take(['7110,1994-03-12', '7111,1994-03-12'], { otherZeros: 'correct' })).toMatchObject({
          known: 2,
        });
      expect(await stateOf(short.eligiblePatientId)).toMatchObject({ status: 'redeemed', referralId: '1' });
      expect(await stateOf(long.eligiblePatientId)).toMatchObject({ status: 'merged', referralId: '1' });
      expect(await stateOf(idsOf('7111').eligiblePatientId)).toMatchObject({ status: 'eligible' });
      expect(await verifyChain(engines.store, `eligibility-${short.eligiblePatientId}`)).toMatchObject({ ok: true });
    });

    it('goes on where it was interrupted after any of its appends', async () => {
      for (let appends = 0; appends < 4; appends++) {
        const [long, short] = [`0007${appends}9`, `7${appends}9`];
        await take([`${short},1994-03-12`]);
        const { eligiblePatientId } = idsOf(short);
        await execute(eligiblePatientId, {
          type: 'RedeemBenefit',
          data: { eligiblePatientId, referralId: '1', at: AT.toISOString() },
        });
        let left = appends;
        const store = altered({
          append: (...given) => (left-- > 0 ? engines.store.append(...given) : Promise.reject(new Error('killed'))),
        });
        const importId = randomUUID();
        await take([`${long},1994-03-12`], { importId, store, otherZeros: 'correct' }).catch(() => undefined);
        expect(await take([`${long},1994-03-12`], { importId, otherZeros: 'correct' })).toMatchObject({
          known: 1,
          bad: 0,
        });
        expect(await stateOf(idsOf(long).eligiblePatientId)).toMatchObject({ status: 'redeemed', referralId: '1' });
        expect((await stateOf(eligiblePatientId)).status).toBe('merged');
      }
    });

    it('gives one benefit, whenever an order comes between its appends, and wherever it is interrupted', async () => {
      let from = 0;
      /** Places an order under each ID in turn. */
      const order = async (medicaidId: string) => {
        const { eligiblePatientId } = idsOf(medicaidId);
        const data = { eligiblePatientId, referralId: randomUUID(), at: AT.toISOString() };
        await execute(eligiblePatientId, { type: 'RedeemBenefit', data });
      };
      for (const decided of ['correct', null] as const) {
        for (let before = 0; before < 4; before++) {
          for (const isInterrupted of [false, true]) {
            const [long, short] = [`0008${from}`, `8${from++}`];
            await take([`${short},1994-03-12`]);
            let appends = 0;
            const store = altered({
              append: async (...given) => {
                if (appends++ !== before) return engines.store.append(...given);
                await order(short);
                await order(long);
                if (isInterrupted) throw new Error('killed');
                return engines.store.append(...given);
              },
            });
            await take([`${long},1994-03-12`], { store, otherZeros: 'correct' }).catch(() => undefined);
            if (isInterrupted) await take([`${long},1994-03-12`], { otherZeros: decided });
            await take([`${long},1994-03-12`], { otherZeros: 'correct' });
            await order(short);
            await order(long);
            const redeemed = new Set<string>();
            for (const id of [long, short])
              for await (const { type, data } of engines.store.readStream(`eligibility-${idsOf(id).eligiblePatientId}`))
                if (type === 'BenefitRedeemed') redeemed.add((data as { referralId: string }).referralId);
            expect({ decided, before, isInterrupted, redeemed: redeemed.size }).toMatchObject({ redeemed: 1 });
            expect((await stateOf(idsOf(long).eligiblePatientId)).status).toBe('redeemed');
            expect((await stateOf(idsOf(short).eligiblePatientId)).status).toBe('merged');
          }
        }
      }
    });

    it('registers both where a person says that they are two members, also in one file', async () => {
      await take(['7120,1994-03-12']);
      const rows = ['0007120,1994-03-12', '7121,1994-03-12', '007121,1994-03-12'];
      expect(await take(rows, { otherZeros: 'distinct' })).toMatchObject({ registered: 3, bad: 0 });
      const both = ['7120,1994-03-12', '0007120,1994-03-12'];
      expect(await take(both)).toMatchObject({ known: 2, bad: 0 });
      expect(await take(both, { otherZeros: 'correct' })).toMatchObject({ known: 0, bad: 2 });

      for (const row of ['7120,1994-03-12', '0007120,1994-03-12'])
        expect(await take([row])).toMatchObject({ known: 1, bad: 0 });
      // The same import once more, after one of the streams was ended.
      await take(['7120,1994-03-12'], { otherZeros: 'correct' });
      expect((await stateOf(idsOf('0007120').eligiblePatientId)).status).toBe('merged');
      expect(await take(['0007120,1994-03-12'], { otherZeros: 'distinct' })).toMatchObject({ bad: 0 });
      for (const id of ['7120', '0007120'])
        expect((await stateOf(idsOf(id).eligiblePatientId)).status).toBe('eligible');
    });

    it('reports it also in a file of many members, for which all registrations are read at once', async () => {
      await take(['0007105,1994-03-12', '7107,1994-03-12', '7108,1994-12-03', '0007109,1994-12-03']);
      await take(['0007109,1994-03-12'], { correctsDates: true });
      const others = Array.from({ length: 200 }, (_, n) => `32${n},1994-03-12`);
      const report = await take([...others, ...['7105', '007107', '007108', '7109'].map((id) => `${id},1994-03-12`)]);
      expect(report).toMatchObject({ registered: 201, bad: 3 });
      expect(report.faults.map(({ line }) => line)).toEqual([202, 203, 205]);
    });

    it.each([
      ['0007102', '7102', 'fewer'],
      ['7103', '0007103', 'more'],
      ['07104', '00000000007104', 'more'],
      ['007-106', '7106', 'fewer'],
    ])('reports it where %s is registered and %s comes', async (first, later, words) => {
      expect(await take([`${first},1994-03-12`])).toMatchObject({ registered: 1 });
      for (const _ of [1, 2]) {
        const report = await take([`${later},1994-03-12`]);
        expect(report).toMatchObject({ registered: 0, known: 0, bad: 1 });
        expect(report.faults[0]?.fault).toContain(`has ${words} zeros before it than the one that is registered`);
        expect(report.faults[0]?.fault).toContain('by line 2 of the file imported on 2026-11-21');
      }
      expect(await take([`${first},1994-03-12`])).toMatchObject({ known: 1, bad: 0 });
      expect((await stateOf(idsOf(later).eligiblePatientId)).status).toBe('unknown');
      // Another date of birth belongs to another person.
      expect(await take([`${later},1994-12-03`])).toMatchObject({ registered: 1, bad: 0 });
    });
  });
});
