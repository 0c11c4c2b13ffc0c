import {
  type AnyRequest,
  type Endpoint,
  IDEMPOTENCY_KEY_HEADER,
  POSITION_HEADER,
  type RequestLine,
  type RequestOf,
  requestLineOf,
} from '@throughline/contracts';
import { fetchWithin } from '@throughline/platform';
import { DEMO_PEOPLE } from '../../apps/worker/src/demo/demo-people.js';
import { Browser } from '../../apps/identity/src/testing/browser.js';
import { LIMITS, within } from './limits.js';
import { PEOPLE, type Person } from './plan.js';
import { PASSWORD, type System } from './system.js';

/** The timeout of a client. */
const PATIENCE_MS = 8_000;

export interface Answer {
  readonly status: number;
  /** The position of its last event, for a command. */
  readonly position: number | null;
  readonly data: unknown;
  /** The code of a refused request. */
  readonly code: string | null;
}

/** A request without the token of the person who makes it. */
export interface Asking extends RequestLine {
  readonly body?: unknown;
  readonly form?: FormData;
}

export interface Question extends Asking {
  readonly token: string;
  readonly key?: string;
}

export function asking<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  at: { readonly minPosition?: number } = {},
): Asking {
  const { body, form } = request as AnyRequest;
  const line = requestLineOf(endpoint, request, at);
  return { ...line, ...(form ? { form } : line.method === 'POST' && { body: body ?? {} }) };
}

/** @throws TypeError for a lost connection, TimeoutError for an answer that is too late */
export async function ask(origin: string, { method, path, token, key, body, form }: Question): Promise<Answer> {
  const response = await fetchWithin(PATIENCE_MS, `${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
  const said = (await response.json()) as { readonly data?: unknown; readonly code?: string };
  const position = response.headers.get(POSITION_HEADER);
  return {
    status: response.status,
    position: position === null ? null : Number(position),
    data: said.data,
    code: said.code ?? null,
  };
}

export function formOf(file: Buffer): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'file.pdf');
  return form;
}

/**
 * Whether an answer is final. Any other answer means “try again”: the command may have been executed, and repeating it with its key finds
 * out.
 */
export function isFinal({ status, code }: Answer): boolean {
  return status < 500 && status !== 429 && code !== 'request/conflict';
}

export type Tokens = ReadonlyMap<Person, string>;

/** Signs all people in through the portal. */
export async function signIn({ wires: [wire] }: System): Promise<Tokens> {
  const tokens = new Map<Person, string>();
  for (const person of PEOPLE) {
    const signedIn = new Browser(wire.origin).signInForTokens(DEMO_PEOPLE[person].login, PASSWORD);
    const { access_token } = await within(LIMITS.signIn, () => `${person} to be signed in`, signedIn);
    tokens.set(person, access_token);
  }
  return tokens;
}
