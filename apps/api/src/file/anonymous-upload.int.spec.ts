import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type SubmissionDetail } from '@throughline/contracts';
import { referralId } from '@throughline/domain';
import { KeyedHash } from '../engines/keyed-hash.js';
import { SubmitterPasses } from '../referral-access/submitter-pass.js';
import { anOrder } from '../testing/an-order.js';
import { get, post } from '../testing/call.js';
import { connect } from '../testing/live-client.js';
import { until } from '../testing/until.js';
import { api, executeCommand, keepingNothing, submit, upload } from './upload-file.testing.js';

describe('An anonymous submitter', () => {
  it('attaches files to the referral and follows them, with the cookie of the response', async () => {
    const { id, cookie } = await submit();
    expect((await upload(id, 'a.pdf', { ...(cookie && { cookie }) })).status).toBe(201);
    const headers = { cookie: cookie ?? '' };
    await until(async () => (await get(api, `/referrals/referral/${id}/submission`, { headers })).status === 200);
    const { body } = await get<SubmissionDetail>(api, `/referrals/referral/${id}/submission`, { headers });
    expect(JSON.stringify(body)).not.toMatch(/Diaz|Rosa|Ruiz|example|Shower/);
    // They see only the public part of the referral.
    expect((await get(api, `/referrals/referral/${id}`, { headers })).status).toBe(401);
    expect((await get(api, `/pdf/referral/${id}/files`, { headers })).status).toBe(401);
  });

  it('receives the cookie again when the response is repeated', async () => {
    const key = randomUUID();
    const cookies = async () => (await post(api, '/referrals/create', anOrder(), { key })).headers.getSetCookie();
    const first = await cookies();
    expect(first).toHaveLength(1);
    expect(await cookies()).toEqual(first);
    expect((await post(api, '/referrals/create', anOrder(), { as: 'referrer' })).headers.getSetCookie()).toEqual([]);
  });

  it('can do neither without the cookie, for another referral, with a forged cookie, or after a quarter of an hour', async () => {
    const { id, cookie = '' } = await submit();
    const { id: other } = await submit();
    const passes = new SubmitterPasses(api.engines.config, new KeyedHash(api.engines.config));
    const late = referralId({ at: new Date(Date.now() - 15 * 60_000 - 1_000).toISOString(), random: 0.5 });
    const lateCookie = passes.cookieFor(late).split(';')[0] ?? '';
    await keepingNothing(async () => {
      for (const [to, shown] of [
        [id, ''],
        [other, cookie],
        [id, cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
        [late, lateCookie],
      ] as const) {
        expect((await upload(to, 'a.pdf', { ...(shown && { cookie: shown }) })).status).toBe(401);
        const read = await get(api, `/referrals/referral/${to}/submission`, { headers: { cookie: shown } });
        expect(read.status).toBe(401);
      }
    });
  });

  it('receives its changes live', async () => {
    const { id, cookie = '' } = await submit();
    const topic = { name: 'submission', referralId: id } as const;
    const client = connect(api, undefined, undefined, { cookie });
    const stranger = connect(api);
    try {
      expect((await client.join(topic)).status).toBe('read-afresh');
      expect(await stranger.join(topic)).toMatchObject({ status: 'refused', code: 'identity/sign-in-required' });
      await upload(id, 'a.pdf', { cookie });
      const data = { referralId: id, fileId: 1, checkedAt: new Date().toISOString() };
      await executeCommand(id, { type: 'RejectFile', data: { ...data, reason: 'encrypted' } });
      const lastFile = () => (client.changes.at(-1)?.row as SubmissionDetail | undefined)?.files[0];
      await until(() => lastFile()?.check === 'refused');
      expect(lastFile()?.message).toContain('password');
    } finally {
      client.socket.disconnect();
      stranger.socket.disconnect();
    }
  });
});
