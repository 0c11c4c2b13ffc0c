import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type AdminActs, type FailureRow, POSITION_HEADER } from '@throughline/contracts';
import { failureKey, failureOccurrence } from '@throughline/domain';
import { saveFailedJobs } from '@throughline/read-models';
import { startApi } from '../testing/api-under-test.js';
import { type Answer, get, post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const { db } = api.engines.database;
const admin = { as: 'admin' } as const;
const reason = 'The mail server is back';
const failedAt = new Date('2026-11-23T10:00:00.000Z');
const failed = (jobId: string, name: string, data = {}) => ({
  jobId,
  name,
  data,
  reason: `connect ECONNREFUSED\n    at Socket`,
  attempts: 8,
  failedAt,
});
const listed = async (after?: Answer<unknown>) => {
  const position = after?.headers.get(POSITION_HEADER) ?? 0;
  return (await get<FailureRow[]>(api, `/failures?minPosition=${position}`, admin)).body.data;
};
const act = (name: string, key: string) => post(api, `/failures/${name}`, { key, reason }, admin);

describe('Work that failed', () => {
  const id = '242635123456789';

  it('is listed with its cause, how often it was tried and what it is about', async () => {
    await saveFailedJobs(db, [
      failed('mail.1', 'send-referral-mail', { referralId: id }),
      failed('check.1', 'check-file', { referralId: id, fileId: 2 }),
    ]);
    const parked = { consumer: 'note_v1', stream: `note-${id}`, position: 7, error: 'Error: a fault\n at x' };
    await db
      .insertInto('parked_stream')
      .values({ ...parked, unknown_type: null })
      .execute();
    expect(await listed()).toMatchObject([
      { key: 'job/mail.1', name: 'send-referral-mail', referralId: id, cause: 'connect ECONNREFUSED', attempts: 8 },
      { key: 'job/check.1', subject: `${id}, 2`, mayDiscard: false, since: failedAt.toISOString() },
      { key: `parked/note_v1/note-${id}`, referralId: id, cause: 'Error: a fault', attempts: null, mayDiscard: false },
    ]);
  });

  it('is tried again by an event, with its reason in the audit', async () => {
    const ordered = await act('retry', 'job/check.1');
    const [, check] = await listed(ordered);
    expect(check?.lastRetry).toMatchObject({ by: 'u-admin@people.example', outcome: null });
    const acts = await get<AdminActs>(api, '/acts?search=failed%20jobs', { as: 'ops' });
    expect(acts.body.data.rows).toMatchObject([
      { name: 'Failed jobs', event: { type: 'FailureRetryOrdered', data: { reason, failure: { jobId: 'check.1' } } } },
    ]);
  });

  it('is discarded if it is a mail, until the mail fails again', async () => {
    expect((await act('discard', 'job/check.1')).body.code).toBe('failure/must-be-done');
    expect((await listed(await act('discard', 'job/mail.1'))).map(({ key }) => key)).not.toContain('job/mail.1');
    // The answer was lost; the discarded failure is no longer listed.
    const key = randomUUID();
    await saveFailedJobs(db, [failed('mail.2', 'send-referral-mail')]);
    for (const _ of [1, 2]) {
      const body = { key: 'job/mail.2', reason };
      const answer = await post(api, '/failures/discard', body, { as: 'admin', key });
      expect(answer.status).toBe(200);
      expect((await listed(answer)).map((row) => row.key)).not.toContain('job/mail.2');
    }
    const again = { ...failed('mail.1', 'send-referral-mail'), failedAt: new Date('2026-11-23T11:00:00.000Z') };
    await saveFailedJobs(db, [again]);
    expect((await listed()).map(({ key }) => key)).toContain('job/mail.1');
  });

  it('is listed although more than a page of older work was discarded', async () => {
    const mails = Array.from({ length: 120 }, (_, n) => failed(`old.${n}`, 'send-referral-mail'));
    const later = { ...failed('check.2', 'check-file'), failedAt: new Date('2026-11-23T12:00:00.000Z') };
    await saveFailedJobs(db, [...mails, later]);
    const discards = mails.map(({ jobId, name }) => {
      const failure = { kind: 'job', jobId, name, failedAt: failedAt.toISOString() } as const;
      return {
        ...({
          act_id: jobId,
          act: 'discard',
          outcome: 'done',
          ordered_at: failure.failedAt,
          ordered_by: null,
        } as const),
        failure_key: failureKey(failure),
        occurrence: failureOccurrence(failure),
      };
    });
    await db.insertInto('failure_act').values(discards).execute();
    expect((await listed()).filter(({ kind }) => kind === 'job').map(({ key }) => key)).toEqual(['job/check.2']);
  });

  it('names its case by an id, and not by other digits', async () => {
    const noteOf = (caseId: string) => ({ mailId: `internalNote-${caseId}-3.u-${id}` });
    await saveFailedJobs(db, [
      failed('a', 'send-notification-mail', noteOf(`R${id}01`)),
      failed('b', 'send-notification-mail', noteOf(id)),
      failed('c', 'carry-out-acts', { userId: id }),
      failed('d', 'end-hold', { referralId: id, taskId: `${id}-1` }),
    ]);
    const jobs = (await listed()).filter(({ kind }) => kind === 'job');
    expect(jobs.map(({ key, referralId }) => [key, referralId]).sort()).toEqual([
      ['job/a', `R${id}01`],
      ['job/b', id],
      ['job/c', null],
      ['job/d', id],
    ]);
  });

  it('is not found once it has succeeded', async () => {
    expect((await act('retry', 'job/check.1')).status).toBe(404);
  });
});
