import { IDEMPOTENCY_KEY_HEADER, POSITION_HEADER } from '@throughline/contracts';
import { DEMO_PEOPLE } from '../../apps/worker/src/demo/demo-people.js';
import { Browser } from '../../apps/identity/src/testing/browser.js';
import { PEOPLE, type Person } from './plan.js';
import { PASSWORD, type System } from './system.js';

/** Milliseconds after which a client gives an answer up. */
const PATIENCE_MS = 8_000;

export interface Answer {
  readonly status: number;
  /** Of a command: where the log was brought to. */
  readonly position: number | null;
  readonly data: unknown;
  /** Of a refusal. */
  readonly code: string | null;
}

export interface Question {
  readonly method: 'GET' | 'POST';
  /** Below /api. */
  readonly path: string;
  readonly token: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Sent as a form, in place of a body. */
  readonly file?: Buffer;
}

/** @throws whatever a lost connection or a late answer throws */
export async function ask(origin: string, { method, path, token, key, body, file }: Question): Promise<Answer> {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: formOf(file) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
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

function formOf(file: Buffer): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'file.pdf');
  return form;
}

/** Does it hold for ever? The rest is “try again”: it may have been carried out, and the same key finds that out. */
export function isFinal({ status, code }: Answer): boolean {
  return status < 500 && status !== 429 && code !== 'request/conflict';
}

export type Tokens = ReadonlyMap<Person, string>;

/** Everybody signs in, through the portal. */
export async function signIn({ wires: [wire] }: System): Promise<Tokens> {
  const tokens = new Map<Person, string>();
  for (const person of PEOPLE) {
    const { access_token } = await new Browser(wire.origin).signInForTokens(DEMO_PEOPLE[person].login, PASSWORD);
    tokens.set(person, access_token);
  }
  return tokens;
}
