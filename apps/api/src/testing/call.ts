import { randomUUID } from 'node:crypto';
import type { Failure, Method, Success } from '@throughline/contracts';
import type { ApiUnderTest, Name } from './api-under-test.js';
import { checkAnswer } from './stated-answer.js';

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  /** Success or failure: a spec says which it expects. */
  readonly body: Omit<Success<T>, 'success'> &
    Partial<Omit<Failure, 'success' | 'message' | 'data'>> & { success: boolean };
}

export interface CallOptions {
  /** The caller; anonymous if left out. */
  readonly as?: Name;
  readonly headers?: Readonly<Record<string, string>>;
  /** Idempotency-Key; a new one for every request but a GET if left out. */
  readonly key?: string;
}

/** Calls a route under /api. Throws for an answer that the route does not state. */
export async function call<T = unknown>(
  api: ApiUnderTest,
  method: Method,
  path: string,
  { as, headers = {}, key = randomUUID(), ...rest }: CallOptions & { readonly body?: unknown } = {},
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
