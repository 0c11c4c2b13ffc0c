import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IDEMPOTENCY_KEY_HEADER, POSITION_HEADER } from '@throughline/contracts';
import type { ApiError } from './api-error.js';
import { call } from './api.js';
import { getDefaultStore } from 'jotai';
import { credentialsAtom } from './credentials.js';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

const success = (data: unknown, headers: Record<string, string> = {}) =>
  Response.json({ success: true, message: '', data }, { headers });
const refusal = (status: number, more: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: false, message: 'No.', data: null, code: 'note/no', ...more }, { status, headers });

/** A network with these answers, one after the other. An `Error` stands for no answer. */
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

/** Lets the pauses between attempts pass. */
async function afterPauses<T>(calling: Promise<T>): Promise<T> {
  const settled = Promise.allSettled([calling]);
  await jest.advanceTimersByTimeAsync(5_000);
  await settled;
  return calling;
}
const failed = (calling: Promise<unknown>) => calling.then(() => Promise.reject(new Error('did not fail')), (error: unknown) => error as ApiError); // prettier-ignore
const signedOut = { accessToken: () => null, userId: () => null, renew: () => Promise.resolve(false) };
const task = { params: { taskId: '1-1' } };
const stop = () => call('POST /tasks/{taskId}/stop', { ...task, body: { itemIds: [1], reason: '' } });

describe('API client', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    getDefaultStore().set(credentialsAtom, signedOut);
  });

  it('returns the data of the envelope', async () => {
    network(success({ id: '1' }));
    expect(await call('GET /users/user/email/{email}', { params: { email: 'ana@plan.example' } })).toEqual({ id: '1' });
  });

  it('sends only the parameters that are set, with several values joined', async () => {
    const sent = network(success(null));
    await call('GET /referrals', { query: { page: 0, search: '', status: ['Stopped', 'Shipped'], sortModel: null } });
    expect(sent[0]?.url).toBe('/api/referrals?page=0&status=Stopped%2CShipped');
  });

  it('sends the access token and the user id', async () => {
    getDefaultStore().set(credentialsAtom, { ...signedOut, accessToken: () => 't', userId: () => 'u1' });
    const sent = network(success(null));
    await call('GET /referrals', {});
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'user-id': 'u1' });
  });

  it('rejects with the server’s message', async () => {
    network(refusal(400, { errors: { reason: 'Reason is required.' } }));
    expect(await failed(stop())).toMatchObject({
      message: 'No.',
      code: 'note/no',
      status: 400,
      errors: { reason: 'Reason is required.' },
      isDefinite: true,
    });
  });

  it.each([
    [413, 'file/too-big'],
    [415, 'file/type-not-supported'],
    [409, 'file/name-taken'],
    [409, 'order/item-not-offered'],
    [400, 'request/invalid'],
    [403, 'identity/not-allowed'],
    [404, 'referral/not-found'],
  ])('does not offer a retry after %i %s', async (status, code) => {
    network(refusal(status, { code }));
    expect(await failed(stop())).toMatchObject({ code, canBeTriedAgain: false });
  });

  it.each([
    [429, 'request/too-many'],
    [503, 'service/unavailable'],
    [500, 'request/failed'],
    [408, 'request/timeout'],
    [409, 'request/conflict'],
    [400, 'request/malformed'],
    [401, 'identity/sign-in-required'],
  ])('offers a retry after %i %s', async (status, code) => {
    network(refusal(status, { code }));
    expect(await failed(stop())).toMatchObject({ code, canBeTriedAgain: true });
  });

  it('offers a retry if no answer came', async () => {
    network(new TypeError('fetch failed'));
    expect(await afterPauses(failed(stop()))).toMatchObject({ canBeTriedAgain: true });
  });

  it('reads from Retry-After when to retry', async () => {
    network(refusal(429, {}, { 'retry-after': '7' }));
    expect(await failed(call('GET /referrals', {}))).toMatchObject({ retryAfterSeconds: 7, isDefinite: false });
  });

  it.each([400, 200])('shows the message of a backend that knows no codes, with status %i', async (status) => {
    network(Response.json({ success: false, message: 'Not covered.' }, { status }));
    expect(await failed(stop())).toMatchObject({ message: 'Not covered.', status });
  });

  it('has a default message for a response without the envelope', async () => {
    network(new Response('<html>Bad gateway</html>', { status: 502 }));
    const error = await failed(call('GET /referrals', {}));
    expect(error).toMatchObject({ message: 'An error occurred.', status: 502 });
    expect(error.correlationId).not.toBeNull();
  });

  it('retries a command that got no answer, as the same command', async () => {
    const sent = network(new TypeError('fetch failed'), success('done'));
    expect(await afterPauses(call('POST /tasks/{taskId}/claim', task))).toBe('done');
    const keys = sent.map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER]);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('gives up after the third attempt, and says so', async () => {
    const gone = new TypeError('fetch failed');
    network(gone, gone, gone);
    expect(await afterPauses(failed(call('GET /referrals', {})))).toMatchObject({
      code: 'console/no-answer',
      status: 0,
      isDefinite: false,
    });
  });

  it('fails a command that has no answer within ten seconds, and not a read', async () => {
    const signals: AbortSignal[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
      const signal = init?.signal;
      if (signal) signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    const leaving = new AbortController();
    const read = failed(call('GET /referrals', {}, { signal: leaving.signal }));
    const command = failed(call('POST /tasks/{taskId}/claim', task, { idempotencyKey: 'k' }));
    await jest.advanceTimersByTimeAsync(10_000);
    const error = await command;
    expect(error).toMatchObject({ code: 'console/no-answer', isDefinite: false });
    expect(error.message).toMatch(/within 10 seconds.*pressing again is safe/);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    leaving.abort();
    await read;
  });

  it('says of a command without an answer that it may have been saved, and of a search that nothing was found out', async () => {
    const gone = new TypeError('fetch failed');
    network(gone, gone, gone, gone, gone, gone);
    const wordsOf = async (calling: Promise<unknown>) => (await afterPauses(failed(calling))).message;
    expect(await wordsOf(call('POST /tasks/{taskId}/claim', task, { idempotencyKey: 'k' }))).toMatch(
      /We do not know whether it was saved; pressing again is safe/,
    );
    const search = { body: { state: 'AZ', itemCategory: 'x', groupId: null } } as never;
    expect(await wordsOf(call('POST /items', search))).toMatch(/Check the connection/);
  });

  it('does not retry an aborted call', async () => {
    const abort = new AbortController();
    abort.abort();
    const sent = network(new DOMException('aborted', 'AbortError'));
    expect((await failed(call('GET /referrals', {}, { signal: abort.signal }))).name).toBe('AbortError');
    expect(sent).toHaveLength(1);
  });

  it('renews the session once after a 401', async () => {
    let token = 'old';
    const renew = () => {
      token = 'new';
      return Promise.resolve(true);
    };
    getDefaultStore().set(credentialsAtom, { ...signedOut, accessToken: () => token, renew });
    const sent = network(refusal(401), success('done'));
    expect(await call('GET /referrals', {})).toBe('done');
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  });

  it('reads at or after the position of its own last write', async () => {
    const sent = network(success(null, { [POSITION_HEADER]: '41' }), success(null));
    await call('POST /tasks/{taskId}/claim', task);
    await call('GET /tasks', {});
    expect(sent[1]?.url).toBe('/api/tasks?minPosition=41');
  });
});
