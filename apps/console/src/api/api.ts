import { CORRELATION_ID_HEADER, type Envelope, failure, IDEMPOTENCY_KEY_HEADER } from '@throughline/contracts';
import { apiErrorOf, noAnswer } from './api-error.js';
import { credentials } from './credentials.js';
import { type Sending, sendWithProgress } from './send-with-progress.js';
import { noteWrittenPosition, writtenPosition } from './written-position.js';

const API = '/api';
/** Milliseconds before a request is sent again that got no answer. */
const RETRY_AFTER_MS = [400, 1600];

type QueryValue = string | number | boolean | readonly string[] | null | undefined;

export interface ReadOptions {
  /** Empty, null and undefined values are left out; several values are joined by commas. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions {
  /** UUID of the command. The same key twice is one command: keep it across the retries of one submit. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The data of the answer's envelope. Every call rejects with `ApiError`, or with the signal's reason when it was aborted. */
export const api = {
  get: <T>(path: string, { query = {}, signal }: ReadOptions = {}): Promise<T> => {
    const minPosition = writtenPosition();
    return send<T>('GET', withQuery(path, { ...query, minPosition: minPosition || null }), { signal });
  },
  post: <T>(path: string, body: unknown, { idempotencyKey, signal }: WriteOptions = {}): Promise<T> =>
    send<T>('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: idempotencyKey ?? crypto.randomUUID() },
      signal,
    }),
  /** A form with a file. `onProgress` hears how much of it has gone out, from 0 to 1. */
  upload: <T>(path: string, form: FormData, { idempotencyKey, signal, onProgress }: UploadOptions): Promise<T> =>
    send<T>('POST', withQuery(path, { minPosition: writtenPosition() || null }), {
      body: form,
      headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey },
      signal,
      transport: (url, sending) => sendWithProgress(url, sending, onProgress),
    }),
  /** A file as it is, under its type. */
  postFile: <T>(path: string, file: Blob, { query = {}, type, idempotencyKey, signal }: FileOptions): Promise<T> =>
    send<T>('POST', withQuery(path, query), {
      body: file,
      headers: { 'content-type': type, [IDEMPOTENCY_KEY_HEADER]: idempotencyKey ?? crypto.randomUUID() },
      signal,
    }),
};

export interface UploadOptions {
  /** As of `WriteOptions`. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

export interface FileOptions extends ReadOptions, WriteOptions {
  /** As the contract names it, whatever the browser takes the file for. */
  readonly type: string;
}

interface Request {
  readonly body?: string | Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** How it is sent; `fetch` if left out. */
  readonly transport?: (url: string, sending: Sending) => Promise<Response>;
}

/** Every request is safe to send twice (a read, or a command with its key), so one without an answer is sent again. */
async function send<T>(method: string, path: string, request: Request): Promise<T> {
  const correlationId = crypto.randomUUID();
  const attempt = () => exchange(method, path, request, correlationId);
  let response = await attempt();
  if (response.status === 401 && credentials().accessToken() !== null && (await credentials().renew())) {
    response = await attempt();
  }
  noteWrittenPosition(response.headers);
  const envelope = (await response.json().catch(() => null)) as Envelope<T> | null;
  if (response.ok && envelope?.success) return envelope.data;
  throw apiErrorOf(failure.safeParse(envelope).data ?? null, response, correlationId);
}

async function exchange(
  method: string,
  path: string,
  { body, headers, signal, transport = fetch }: Request,
  correlationId: string,
) {
  for (let tries = 0; ; tries++) {
    try {
      return await transport(API + path, {
        method,
        body: body ?? null,
        signal: signal ?? null,
        headers: { accept: 'application/json', [CORRELATION_ID_HEADER]: correlationId, ...identity(), ...headers },
      });
    } catch (error) {
      signal?.throwIfAborted();
      const pause = RETRY_AFTER_MS[tries];
      if (pause === undefined) throw noAnswer(error);
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal?.throwIfAborted();
    }
  }
}

function identity(): Record<string, string> {
  const token = credentials().accessToken();
  const userId = credentials().userId();
  return { ...(token && { authorization: `Bearer ${token}` }), ...(token && userId && { 'user-id': userId }) };
}

function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') parameters.set(name, text);
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
