import {
  type AnswerOf,
  type AnyRequest,
  CORRELATION_ID_HEADER,
  type Endpoint,
  type Envelope,
  errorBodyIn,
  type FileEndpoint,
  IDEMPOTENCY_KEY_HEADER,
  POSITION_HEADER,
  requestLineOf,
  type RequestOf,
  WITHDRAW_HEADER,
} from '@throughline/contracts';
import { CENTRAL_TIME } from '@throughline/domain';
import { atom, getDefaultStore } from 'jotai';
import { apiErrorOf, noAnswer } from './api-error.js';
import { credentials, sendAuthorized } from './credentials.js';
import { withServerTime } from './server-time.js';
import type { Sending } from './send-with-progress.js';
import { watchForAnswer } from './unanswered.js';

const API = '/api';
/** Delays before a request without an answer is sent again. */
const RETRY_DELAYS_MS = [400, 1600];
/** A command without an answer fails after this time, retries included, so that its form can be left. Files take as long as they need. */
const COMMAND_DEADLINE_MS = 10_000;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For a POST: the UUID of the command. Two requests with one key are one command, so a submit keeps its key across retries. */
  readonly idempotencyKey?: string;
  /** Asks for the result of an earlier request with this key, and withdraws that request if it has not arrived. */
  readonly withdraws?: boolean;
  /** For a form: called with the share that was sent, from 0 to 1. */
  readonly onProgress?: (sent: number) => void;
  /** Of the query that reads, as its function gets it: the moment that the answer is to be of. */
  readonly meta?: ReadMeta | undefined;
}

/** The moment of a page's reads (`features/history/as-of/past-client.ts`). Absent: the present. */
export type ReadMeta = Record<string, unknown> & {
  /** The query parameters that make a read one of that moment; none for endpoints that only know the present. */
  readonly momentOf: (endpoint: Endpoint) => { readonly asOf?: string; readonly as?: string };
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta;
  }
}

/**
 * Calls a route by its endpoint and resolves with the data of the envelope. Rejects with `ApiError`, or with the signal's reason if it was
 * aborted. A read waits until it includes this page's own writes. A query passes on what its function gets, so that its read is of the moment
 * that the page shows.
 *
 * @example await call('POST /tasks/{taskId}/stop', { params: { taskId }, body: { itemIds, reason } }, { idempotencyKey, signal })
 */
export function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal, idempotencyKey, withdraws = false, onProgress, meta }: CallOptions = {},
): Promise<AnswerOf<E>> {
  const { body, form, file, type = 'application/json' } = request as AnyRequest;
  const reads = endpoint.startsWith('GET ') || form !== undefined;
  const more = reads ? { minPosition: writtenPosition() || null, ...meta?.momentOf(endpoint) } : {};
  const { method, path } = requestLineOf(endpoint, request, more);
  if (method === 'GET') return send(method, path, { signal });
  return send(method, path, {
    body: form ?? file ?? JSON.stringify(body ?? {}),
    headers: {
      ...(!form && { 'content-type': type }),
      [IDEMPOTENCY_KEY_HEADER]: idempotencyKey ?? crypto.randomUUID(),
      ...(withdraws && { [WITHDRAW_HEADER]: 'yes' }),
    },
    signal,
    isCommand: idempotencyKey !== undefined,
    ...(onProgress && { transport: transportWith(onProgress) }),
  });
}

/** Loaded with the first file that is sent. */
const transportWith = (onProgress: (sent: number) => void) => async (url: string, sending: Sending) =>
  (await import('./send-with-progress.js')).sendWithProgress(url, sending, onProgress);

/** Reads a file from a route that answers without an envelope. Rejects like `call`. */
export async function fetchFile<E extends FileEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Blob> {
  const { method, path } = requestLineOf(endpoint, request, { minPosition: writtenPosition() || null });
  return (await answerTo(method, path, { signal })).response.blob();
}

interface Request {
  readonly body?: string | Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether the caller keeps the key, and sends the request again with it. Others, such as searches, change nothing. */
  readonly isCommand?: boolean;
  /** Sends the request; `fetch` by default. */
  readonly transport?: (url: string, sending: Sending) => Promise<Response>;
}

async function send<T>(method: string, path: string, request: Request): Promise<T> {
  const { response, correlationId } = await answerTo(method, path, request);
  const envelope = (await response.json().catch(() => null)) as Envelope<T> | null;
  if (envelope?.success) return envelope.data;
  throw await refusal(envelope, response, correlationId);
}

/**
 * Resolves with a successful answer. Every request can be repeated safely (reads, and commands with their key), so a request without an
 * answer is sent again.
 */
async function answerTo(method: string, path: string, request: Request) {
  const correlationId = crypto.randomUUID();
  getDefaultStore().set(lastCorrelationIdAtom, correlationId);
  const response = await sendAuthorized(() => exchange(method, path, request, correlationId));
  notePosition(method === 'GET' ? 'read' : 'written', response.headers);
  if (response.ok) return { response, correlationId };
  const envelope = (await response.json().catch(() => null)) as Envelope<unknown> | null;
  throw await refusal(envelope, response, correlationId);
}

const refusal = async (envelope: Envelope<unknown> | null, response: Response, correlationId: string) =>
  apiErrorOf(errorBodyIn(await inReadersZone(envelope)), response, correlationId);

/** An answer with words of the API, which say moments in Central Time, with these in the reader's zone. */
export async function inReadersZone<Answer>(answer: Answer): Promise<Answer> {
  const text = JSON.stringify(answer);
  if (readersTimeZone() === CENTRAL_TIME || !text.includes('M Central Time')) return answer;
  const loaded = await import('./central-times.js').catch(() => null);
  return loaded === null ? answer : (JSON.parse(loaded.inOwnTime(text)) as Answer);
}

/** Files are not watched: they show how much was sent. */
const exchange = (...of: Parameters<typeof exchangeInTime>): Promise<Response> =>
  of[2].body instanceof FormData ? exchangeInTime(...of) : watchForAnswer(exchangeInTime(...of));

async function exchangeInTime(
  method: string,
  path: string,
  request: Request,
  correlationId: string,
): Promise<Response> {
  if (!request.isCommand || typeof request.body !== 'string')
    return exchangeUntilAnswered(method, path, request, correlationId);
  const deadline = new AbortController();
  const { signal = deadline.signal } = request;
  const stop = () => deadline.abort(signal.reason);
  signal.addEventListener('abort', stop);
  const timer = setTimeout(() => deadline.abort(noAnswer(undefined, 'late')), COMMAND_DEADLINE_MS);
  try {
    signal.throwIfAborted();
    return await exchangeUntilAnswered(method, path, { ...request, signal: deadline.signal }, correlationId);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function exchangeUntilAnswered(
  method: string,
  path: string,
  { body, headers, signal, isCommand = false, transport = fetch }: Request,
  correlationId: string,
): Promise<Response> {
  for (let failed = 0; ; failed++) {
    try {
      return await withServerTime(() =>
        transport(API + path, {
          method,
          body: body ?? null,
          signal: signal ?? null,
          headers: { accept: 'application/json', [CORRELATION_ID_HEADER]: correlationId, ...identity(), ...headers },
        }),
      );
    } catch (error) {
      signal?.throwIfAborted();
      const pause = RETRY_DELAYS_MS[failed];
      if (pause === undefined) throw noAnswer(error, isCommand ? 'command' : 'read');
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

const lastCorrelationIdAtom = atom<string | null>(null);

/** Identifies the page's last request in the server's log; null before the first. */
export const lastCorrelationId = (): string | null => getDefaultStore().get(lastCorrelationIdAtom);

/** Positions of the log; 0 if none is known. */
interface Positions {
  /** The position of this person's own last write. */
  readonly written: number;
  /** The position up to which this page has read. */
  readonly read: number;
}
const positionsAtom = atom<Positions>({ written: 0, read: 0 });

export function notePosition(of: keyof Positions, source: Headers | number = 0): void {
  const position = Number(source instanceof Headers ? source.get(POSITION_HEADER) : source) || 0;
  getDefaultStore().set(positionsAtom, (before) => ({ ...before, [of]: Math.max(before[of], position) }));
}

const writtenAtom = atom((get) => get(positionsAtom).written);

/** Calls back whenever this page has written to the log. Returns a function that ends this. */
export const onWritten = (act: () => void): (() => void) => getDefaultStore().sub(writtenAtom, act);

/** The minimum position of reads, so that a person always sees their own changes. */
export const writtenPosition = (): number => getDefaultStore().get(positionsAtom).written;

/** The position for the `seen` of a command: its author has not seen later changes. Undefined if it is not known. */
export const readPosition = (): number | undefined => getDefaultStore().get(positionsAtom).read || undefined;

/** The IANA name of the zone in which the reader sees times. */
export const readersTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The query parameters of a list's search: its text and the time zone of the reader, who may search for a time such as `Today 10:42`.
 * Without a text, no zone is needed. In this module, because pages that read a list do not load the search box.
 */
export const searchQuery = (search: string) => ({
  search,
  ...(search !== '' && { timeZone: readersTimeZone() }),
});
