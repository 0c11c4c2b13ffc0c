/* The envelope and headers of every call. Apart from the schemas: the console's first screen loads these without zod. */

/** Shown when there is no better message (access specification, section 8). */
export const DEFAULT_ERROR_MESSAGE = 'An error occurred.';

/** The identity provider cannot be reached, or fails. */
export const SIGN_IN_UNAVAILABLE = 'Sign-in is briefly unavailable. Please try again.';

/**
 * The log position of a write: pass it as `minPosition` of a read to see the change. Of a read, the position that what was read includes at least, to be
 * said in `seen` of an act; none while it is not known.
 */
export const POSITION_HEADER = 'x-throughline-position';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/**
 * With the key of a request whose answer was lost: the request gets its answer if it had arrived. Otherwise it is withdrawn, and is not carried out
 * if it arrives later either (`request/withdrawn`).
 */
export const WITHDRAW_HEADER = 'x-throughline-withdraw';
export const CORRELATION_ID_HEADER = 'x-correlation-id';

export interface Success<T> {
  readonly success: true;
  readonly message: string;
  readonly data: T;
}

/** Invalid input has `errors` (dotted field path → message); an unexpected failure has the correlation id. */
export interface Failure {
  readonly success: false;
  readonly message: string;
  readonly data: null;
  readonly code: string;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly correlationId?: string | undefined;
}

export type Envelope<T> = Success<T> | Failure;

/** `code` of a failure that has none: another backend that keeps the specification may answer, which knows no codes. */
export const NO_CODE = 'service/no-code';

/** The failure in a response body; null if the body is not a failure's envelope, as with the page of a proxy. */
export function failureIn(body: unknown): Failure | null {
  const { success, message, code, errors, correlationId } = (body ?? {}) as Partial<Failure>;
  if (success !== false || typeof message !== 'string' || message.trim() === '') return null;
  return {
    success,
    message,
    data: null,
    code: typeof code === 'string' ? code : NO_CODE,
    ...(isTextRecord(errors) && { errors }),
    ...(typeof correlationId === 'string' && { correlationId }),
  };
}

const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
