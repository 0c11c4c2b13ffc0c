import { randomUUID } from 'node:crypto';
import type { ErrorBody, Method, Success } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import type { ApiUnderTest, Name } from './api-under-test.js';
import { checkAnswer, checkWaits } from './stated-answer.js';

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  /** Success or failure: a spec checks which one it expects. */
  readonly body: Omit<Success<T>, 'success'> &
    Partial<Omit<ErrorBody, 'success' | 'message' | 'data'>> & { success: boolean };
}

export interface CallOptions {
  /** The caller; absent: anonymous. */
  readonly as?: Name;
  readonly headers?: Readonly<Record<string, string>>;
  /** Idempotency-Key; absent: a new one for every request except a GET. */
  readonly key?: string;
}

/** How long a read of the API waits for `minPosition`. */
const READ_WAITS_MS = 2_000;

/**
 * Calls a route under /api. Throws for an answer that does not match the route, and for a read that would ignore `minPosition`. If a read
 * has waited in vain on a busy machine, it is repeated once the position is projected.
 */
export async function call<T = unknown>(
  api: ApiUnderTest,
  method: Method,
  path: string,
  options: CallOptions & { readonly body?: unknown } = {},
): Promise<Answer<T>> {
  checkWaits(method, path);
  const asked = performance.now();
  const answer = await callOnce<T>(api, method, path, options);
  const position = Number(/[?&]minPosition=(\d+)/.exec(path)?.[1] ?? 0);
  if (position === 0 || performance.now() - asked < READ_WAITS_MS) return answer;
  const isProjected = await waitUntilProjected(api.engines.database.db, position, { timeoutMs: 180_000 });
  return isProjected ? callOnce(api, method, path, options) : answer;
}

/** Like `call`, without repeating a read whose position is not projected in time. */
export async function callOnce<T = unknown>(
  api: ApiUnderTest,
  method: Method,
  path: string,
  { as, headers = {}, key = randomUUID(), ...rest }: CallOptions & { readonly body?: unknown },
): Promise<Answer<T>> {
  const response = await fetch(`${api.origin}/api${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${api.tokens[as]}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': key }),
      ...headers,
    },
    ...('body' in rest && { body: typeof rest.body === 'string' ? rest.body : JSON.stringify(rest.body) }),
  });
  const body = (await response.json()) as Answer<T>['body'];
  checkAnswer(method, path, { status: response.status, body });
  return { status: response.status, headers: response.headers, body };
}

export const get = <T>(api: ApiUnderTest, path: string, options?: CallOptions) => call<T>(api, 'GET', path, options);

export const put = <T>(api: ApiUnderTest, path: string, body: unknown, options?: CallOptions) =>
  call<T>(api, 'PUT', path, { ...options, body });

export const post = <T>(api: ApiUnderTest, path: string, body: unknown, options?: CallOptions) =>
  call<T>(api, 'POST', path, { ...options, body });
