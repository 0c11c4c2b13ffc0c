import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { Callers } from '../identity/callers.js';
import { startApi } from '../testing/api-under-test.js';
import { AccessLog } from './access-log.js';

const api = await startApi();
afterAll(() => api.close());
afterEach(() => void jest.restoreAllMocks());

const log = api.app.get(AccessLog, { strict: false });
const caller = await api.app
  .get(Callers, { strict: false })
  .byToken(api.tokens.staff, new IncomingMessage(new Socket()));
const access = { caller, screen: 'Queue, suggested searches' } as const;
const suggestions = [
  { search: 'Diaz', referralId: '7' },
  { search: 'Diaz, Rosa', referralId: '7' },
  { search: 'Dias', referralId: '9' },
];
const entries = () => api.engines.database.db.selectFrom('access_log').select(['screen', 'referral_ids']).execute();

describe('Suggested searches', () => {
  it('that suggest nothing are not recorded', async () => {
    expect(await log.recordSuggested(access, [])).toEqual([]);
    expect(await entries()).toEqual([]);
  });

  it('are recorded with each referral whose names they show, once', async () => {
    expect(await log.recordSuggested(access, suggestions)).toEqual(['Diaz', 'Diaz, Rosa', 'Dias']);
    expect(await entries()).toEqual([{ screen: access.screen, referral_ids: ['7', '9'] }]);
  });

  it('are not shown if they cannot be recorded', async () => {
    jest.spyOn(log, 'record').mockRejectedValue(new Error('No access log.'));
    await expect(log.recordSuggested(access, suggestions)).rejects.toThrow('No access log.');
  });
});
