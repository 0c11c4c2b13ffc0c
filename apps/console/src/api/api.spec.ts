import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IDEMPOTENCY_KEY_HEADER, POSITION_HEADER } from '@throughline/contracts';
import type { ApiError } from './api-error.js';
import { api } from './api.js';
import { supplyCredentials } from './credentials.js';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

const success = (data: unknown, headers: Record<string, string> = {}) =>
  Response.json({ success: true, message: '', data }, { headers });
const refusal = (status: number, more: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: false, message: 'No.', data: null, code: 'note/no', ...more }, { status, headers });

/** The network: gives these answers, one after the other; an `Error` is no answer. */
function network(...answers: readonly (Response | Error)[]): readonly Sent[] {
  const sent: Sent[] = [];
  const left = [...answers];
  jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    sent.push({ url: String(url), method: init?.method ?? '', headers: init?.headers as Record<string, string> });
    const answer = left.shift();
    return answer instanceof Response
      ? Promise.resolve(answer)
      : Promise.reject(answer ?? new Error('nothing left to answer'));
  });
  return sent;
}

const failed = (call: Promise<unknown>) => call.then(() => Promise.reject(new Error('did not fail')), (error: unknown) => error as ApiError); // prettier-ignore
const signedOut = { accessToken: () => null, userId: () => null, renew: () => Promise.resolve(false) };

describe('API client', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    supplyCredentials(signedOut);
  });

  it('answers the data of the envelope', async () => {
    network(success({ id: '1' }));
    expect(await api.get('/users/user/1')).toEqual({ id: '1' });
  });

  it('asks only for what is set, several values joined', async () => {
    const sent = network(success(null));
    await api.get('/referrals', { query: { page: 0, search: '', status: ['Stopped', 'Shipped'], sortModel: null } });
    expect(sent[0]?.url).toBe('/api/referrals?page=0&status=Stopped%2CShipped');
  });

  it('says who is signed in', async () => {
    supplyCredentials({ ...signedOut, accessToken: () => 't', userId: () => 'u1' });
    const sent = network(success(null));
    await api.get('/referrals');
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'user-id': 'u1' });
  });

  it('rejects with what the server says', async () => {
    network(refusal(400, { errors: { reason: 'Reason is required.' } }));
    expect(await failed(api.post('/tasks/1-1/stop', {}))).toMatchObject({
      message: 'No.',
      code: 'note/no',
      status: 400,
      errors: { reason: 'Reason is required.' },
      isDefinite: true,
    });
  });

  it('knows when a new try is welcome', async () => {
    network(refusal(429, {}, { 'retry-after': '7' }));
    expect(await failed(api.get('/referrals'))).toMatchObject({ retryAfterSeconds: 7, isDefinite: false });
  });

  it('has the default words for an answer that is not the envelope', async () => {
    network(new Response('<html>Bad gateway</html>', { status: 502 }));
    const error = await failed(api.get('/referrals'));
    expect(error).toMatchObject({ message: 'An error occurred.', status: 502 });
    expect(error.correlationId).not.toBeNull();
  });

  it('sends a command without an answer again, as the same command', async () => {
    const sent = network(new TypeError('fetch failed'), success('done'));
    expect(await api.post('/tasks/1-1/claim', {})).toBe('done');
    const keys = sent.map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER]);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('gives up after the third try, and says so', async () => {
    const gone = new TypeError('fetch failed');
    network(gone, gone, gone);
    expect(await failed(api.get('/referrals'))).toMatchObject({
      code: 'console/no-answer',
      status: 0,
      isDefinite: false,
    });
  });

  it('does not try again what was called off', async () => {
    const abort = new AbortController();
    abort.abort();
    const sent = network(new DOMException('aborted', 'AbortError'));
    expect((await failed(api.get('/referrals', { signal: abort.signal }))).name).toBe('AbortError');
    expect(sent).toHaveLength(1);
  });

  it('renews the session once after a 401', async () => {
    let token = 'old';
    const renew = () => {
      token = 'new';
      return Promise.resolve(true);
    };
    supplyCredentials({ ...signedOut, accessToken: () => token, renew });
    const sent = network(refusal(401), success('done'));
    expect(await api.get('/referrals')).toBe('done');
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  });

  it('reads at least as far as its own writes have come', async () => {
    const sent = network(success(null, { [POSITION_HEADER]: '41' }), success(null));
    await api.post('/tasks/1-1/claim', {});
    await api.get('/tasks');
    expect(sent[1]?.url).toBe('/api/tasks?minPosition=41');
  });
});
