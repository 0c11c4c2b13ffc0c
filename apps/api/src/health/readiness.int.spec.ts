import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CertificateWatch } from '@throughline/platform';
import { type ApiUnderTest, startApi } from '../testing/api-under-test.js';

describe('Readiness', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
    await letProjectorBeSeen('0 s');
  });
  afterAll(() => api.close());
  afterEach(() => void jest.restoreAllMocks());

  /** The projector of the specs moves its checkpoints with events alone, and the database is a copy that may have been made minutes ago. */
  const letProjectorBeSeen = (ago: string) =>
    api.engines.database.pool.query(
      "update consumer_checkpoint set moved_at = now() - $1::interval where status = 'active'",
      [ago],
    );

  const ready = async () => {
    const answer = await fetch(`${api.origin}/api/health/ready`);
    return [answer.status, ((await answer.json()) as { data: { certificates: unknown } }).data.certificates];
  };

  it('warns of certificates that end soon, and does not fail for them', async () => {
    expect(await ready()).toEqual([200, { ok: true }]);
    jest.spyOn(api.app.get(CertificateWatch), 'warnings', 'get').mockReturnValue(['One ends.', 'Another ended.']);
    expect(await ready()).toEqual([200, { ok: true, detail: 'One ends. Another ended.' }]);
  });

  it('fails where no projector was seen for half a minute, until one is', async () => {
    for (const _ of ['first', 'second']) {
      await letProjectorBeSeen('5 minutes');
      const answer = await fetch(`${api.origin}/api/health/ready`);
      expect([answer.status, await answer.json()]).toEqual([
        503,
        expect.objectContaining({
          errors: { readModels: expect.stringMatching(/^the projector was last seen 30\d s ago$/) },
        }),
      ]);
      await letProjectorBeSeen('0 s');
      expect(await ready()).toEqual([200, { ok: true }]);
    }
  });

  it('fails where the read models are of another log, and says so without naming a stream', async () => {
    const checkReady = async () => {
      const answer = await fetch(`${api.origin}/api/health/ready`);
      return { status: answer.status, ...((await answer.json()) as { message: string; errors?: object }) };
    };
    const { pool } = api.engines.database;
    const hash = 'f'.repeat(64);
    await pool.query('delete from stream_head where hash = $1', [hash]);
    await pool.query('insert into stream_head (stream, revision, hash, position) values ($1, 0, $2, $3)', [
      'referral-263250000000009',
      hash,
      1_000_000,
    ]);
    for (const _ of ['first', 'second'])
      expect(await checkReady()).toMatchObject({
        status: 503,
        message: 'Not ready: readModels.',
        errors: {
          readModels: 'They were built from another log, or from a later state of this one. See `rebuild status`.',
        },
      });
    await pool.query('delete from stream_head where hash = $1', [hash]);
    await pool.query("update consumer_checkpoint set position = position + 1000000 where status = 'active'");
    // The read models may be beyond the last event, because EventStoreDB may write any number of its own events after it.
    expect((await checkReady()).status).toBe(200);
    await pool.query("update consumer_checkpoint set position = position - 1000000 where status = 'active'");
  });
});
