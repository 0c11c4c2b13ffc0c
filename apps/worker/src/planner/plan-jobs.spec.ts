import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import type { PlannedJob } from '../queue/job.js';
import { planningReaction } from './plan-jobs.js';

const ID = '263254123071844';

const recorded = (type: string, data: object, userId: string | null = null) =>
  ({ type, data, metadata: { actor: { userId } } }) as unknown as Recorded;
const submitted = (sendNotificationsFlag: boolean, userId: string | null, more: object = {}) =>
  recorded(
    'ReferralSubmitted',
    { referralId: ID, order: { referralInfo: { sendNotificationsFlag } }, ...more },
    userId,
  );
async function planned(event: Recorded): Promise<readonly PlannedJob[]> {
  const queued: PlannedJob[] = [];
  const { handlers, takes, react } = planningReaction({
    plan: async (jobs) => {
      queued.push(...jobs);
    },
  });
  const work = handlers.filter((handler) => takes(handler, event)).map((handler) => ({ handler, event }));
  expect(await react(work)).toEqual([]);
  return queued;
}
const idsOf = async (event: Recorded) => (await planned(event)).map(({ job, data, at }) => [job.id(data), at]);

describe('Planned jobs', () => {
  it('generate the PDF of a submitted referral, under an id that follows from it', async () => {
    expect(await idsOf(submitted(false, null))).toEqual([[`pdf.${ID}`, undefined]]);
  });

  it('mail a referrer who asked for it, and open an account for one who was not signed in', async () => {
    const pdfAndMail = [`pdf.${ID}`, `referral-mail.${ID}`];
    expect((await idsOf(submitted(true, 'u-ana'))).map(([id]) => id)).toEqual(pdfAndMail);
    expect((await idsOf(submitted(true, null))).map(([id]) => id)).toEqual([...pdfAndMail, `open-account.${ID}`]);
  });

  it('mail the referrer of an order for a benefit when its outcome is recorded, and not before', async () => {
    const order = submitted(true, null, { eligiblePatientId: 'hash' });
    expect((await idsOf(order)).map(([id]) => id)).toEqual([`pdf.${ID}`, `open-account.${ID}`]);
    for (const outcome of ['redeemed', 'refused']) {
      const event = recorded('BenefitOutcomeTold', { referralId: ID, outcome });
      expect(await idsOf(event)).toEqual([[`referral-mail.${ID}`, undefined]]);
    }
  });

  it('contain ids only', async () => {
    expect((await planned(submitted(true, null))).map(({ data }) => data)).toEqual(Array(3).fill({ referralId: ID }));
  });

  it('are none for the due day of a task: the sweep of its last hour is its only way into the queue', async () => {
    for (const dueAt of ['2026-11-20T06:00:00.000Z', '2026-11-21T13:00:00.001Z', null])
      expect(await idsOf(recorded('TaskOpened', { referralId: '1', taskId: '1-1', dueAt }))).toEqual([]);
  });

  it('check an uploaded file', async () => {
    expect(await idsOf(recorded('FileUploaded', { referralId: '1', fileId: 2, fileName: 'Rosa.pdf' }))).toEqual([
      ['file-check.1.2', undefined],
    ]);
    const [check] = await planned(recorded('FileUploaded', { referralId: '1', fileId: 2, fileName: 'Rosa.pdf' }));
    expect(check?.data).toEqual({ referralId: '1', fileId: 2 });
  });

  it('import an uploaded file of members, once', async () => {
    expect(await idsOf(recorded('MembersFileUploaded', { importId: 'i' }))).toEqual([['members.i', undefined]]);
    expect(await idsOf(recorded('MembersImportProgressed', { importId: 'i' }))).toEqual([]);
  });

  it('export evidence that was asked for, once', async () => {
    const ids = { referralId: ID, exportId: 'e-1' };
    expect(await idsOf(recorded('EvidenceRequested', { ...ids, reason: 'Court' }))).toEqual([
      ['evidence.e-1', undefined],
    ]);
    expect((await planned(recorded('EvidenceRequested', { ...ids, reason: 'Court' })))[0]?.data).toEqual(ids);
    expect(await idsOf(recorded('EvidenceExported', ids))).toEqual([]);
  });

  it('are none for an event of a later release', async () => {
    expect(await idsOf(recorded('TaskPutToMusic', {}))).toEqual([]);
  });

  it('are none for an event that needs no job', async () => {
    expect(await idsOf(recorded('TaskClaimed', { referralId: '1', taskId: '1-1' }))).toEqual([]);
  });
});
