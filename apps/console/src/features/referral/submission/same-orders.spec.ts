import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OrderToSend } from '@throughline/contracts';
import { getDefaultStore } from 'jotai';
import { credentialsAtom } from '../../../api/credentials.js';
import { findSameOrders } from './same-orders.js';

const order = {
  memberInfo: { lastName: 'Diaz', firstName: 'Rosa', DOB: '1990-02-03' },
  insuranceInfo: { medicaidId: 'MD-4711' },
  items: [],
} as unknown as OrderToSend;
const sent = { referralId: '263251234512345', minutesAgo: 3 };

/** Answers each request with this status and body; null: never answers. */
function answering(status: number, body: object | null) {
  const answer = () => new Response(JSON.stringify(body), { status });
  return jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => (body === null ? new Promise(() => undefined) : Promise.resolve(answer())));
}

const success = (data: unknown) => ({ success: true, message: 'OK', data });
const refusal = { success: false, message: 'No.', data: null, code: 'identity/token-expired' };

/** Starts a session that ends at its first renewal. */
function signIn(token: string | null = 't'): void {
  let current = token;
  const renew = () => {
    current = null;
    return Promise.resolve(false);
  };
  getDefaultStore().set(credentialsAtom, { accessToken: () => current, userId: () => null, renew });
}

describe('The same orders', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    signIn(null);
  });

  it('are those that the API names', async () => {
    signIn();
    answering(200, success([sent]));
    expect(await findSameOrders(order)).toEqual([sent]);
  });

  it('are not looked up for a visitor', async () => {
    signIn(null);
    const calls = answering(200, success([sent]));
    expect(await findSameOrders(order)).toEqual([]);
    expect(calls).not.toHaveBeenCalled();
  });

  it('are none if the look-up fails or gets no answer, so that the order can be sent', async () => {
    signIn();
    answering(500, { ...refusal, code: 'service/unexpected' });
    expect(await findSameOrders(order)).toEqual([]);
    answering(200, null);
    const found = findSameOrders(order);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await found).toEqual([]);
  });

  it('are not known if the session has ended: the order is not sent as a visitor’s', async () => {
    signIn();
    answering(401, refusal);
    await expect(findSameOrders(order)).rejects.toMatchObject({ status: 401 });
  });
});
