import { DEFAULT_ERROR_MESSAGE, type Envelope, IDEMPOTENCY_KEY_HEADER, POSITION_HEADER } from '@throughline/contracts';
import { ApiError } from './api-error.js';

/** Who calls; the session sets it, so that the client knows nothing of sign-in. */
export interface Credentials {
  accessToken: () => string | null;
  userId: () => string | null;
  /** Tries to get a fresh token once; false when there is none to be had. */
  renew: () => Promise<boolean>;
}

let credentials: Credentials = { accessToken: () => null, userId: () => null, renew: () => Promise.resolve(false) };
export const setCredentials = (of: Credentials): void => {
  credentials = of;
};

/** The furthest position that this browser's own writes reached: reads ask to see at least that much. */
let writtenPosition = 0;

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface ReadOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** GET; waits for what this browser wrote. @throws ApiError, or the abort's own error */
export function apiGet<T>(path: string, { query = {}, signal }: ReadOptions = {}): Promise<T> {
  const minPosition = writtenPosition > 0 ? writtenPosition : undefined;
  return request<T>(`${path}${queryText({ ...query, minPosition })}`, { method: 'GET', ...(signal ? { signal } : {}) });
}

/** POST of a question (not a command): nothing changes, so it may be asked again. */
export function apiAsk<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return request<T>(path, { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

/**
 * POST of a command. The key makes a retry the same command: give the same one until its answer is known. A lost answer is asked
 * for again twice.
 */
export async function apiCommand<T>(path: string, body: unknown, key: string = crypto.randomUUID()): Promise<T> {
  const send = () => request<T>(path, { method: 'POST', body: JSON.stringify(body), headers: { [IDEMPOTENCY_KEY_HEADER]: key } });
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0 || attempt === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
    }
  }
}

async function request<T>(path: string, init: RequestInit, renewed = false): Promise<T> {
  const answer = await fetch(`/api${path}`, { ...init, headers: { ...headers(), ...(init.headers as object) } }).catch(
    (error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw ApiError.unreachable();
    },
  );
  if (answer.status === 401 && !renewed && credentials.accessToken() !== null && (await credentials.renew())) {
    return request<T>(path, init, true);
  }
  const envelope = await readEnvelope<T>(answer);
  if (!envelope.success) throw new ApiError(answer.status, envelope);
  writtenPosition = Math.max(writtenPosition, Number(answer.headers.get(POSITION_HEADER) ?? 0) || 0);
  return envelope.data;
}

function headers(): Record<string, string> {
  const token = credentials.accessToken();
  const userId = credentials.userId();
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(token === null || userId === null ? {} : { 'user-id': userId }),
  };
}

async function readEnvelope<T>(answer: Response): Promise<Envelope<T>> {
  const body = (await answer.json().catch(() => null)) as Envelope<T> | null;
  if (body !== null && typeof body.success === 'boolean') return body;
  return { success: false, message: DEFAULT_ERROR_MESSAGE, data: null, code: `http/${answer.status}` };
}

function queryText(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '' && value !== false) params.set(name, text);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
