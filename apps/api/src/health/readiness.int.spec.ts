import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CertificateWatch } from '@throughline/platform';
import { type ApiUnderTest, startApi } from '../testing/api-under-test.js';

describe('Readiness', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());
  afterEach(() => void jest.restoreAllMocks());

  const ready = async () => {
    const answer = await fetch(`${api.origin}/api/health/ready`);
    return [answer.status, ((await answer.json()) as { data: { certificates: unknown } }).data.certificates];
  };

  it('warns of certificates that end soon, and does not fail for them', async () => {
    expect(await ready()).toEqual([200, { ok: true }]);
    jest.spyOn(api.app.get(CertificateWatch), 'warnings', 'get').mockReturnValue(['One ends.', 'Another ended.']);
    expect(await ready()).toEqual([200, { ok: true, detail: 'One ends. Another ended.' }]);
  });
});
