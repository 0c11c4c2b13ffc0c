/* The envelope and headers of every call. This file has no schemas, so that the console's first screen loads it without zod. */

/** The message if there is no better one (access specification, section 8). */
export const DEFAULT_ERROR_MESSAGE = 'An error occurred.';

/** The message if the identity provider cannot be reached, or fails. */
export const SIGN_IN_UNAVAILABLE = 'Sign-in is briefly unavailable. Please try again.';

/**
 * In the answer to a write: its log position. Pass it as `minPosition` of a read to see the change. In the answer to a read: a position up
 * to which the read includes everything, for the `seen` of an act; absent while it is not known.
 */
export const POSITION_HEADER = 'x-throughline-position';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/**
 * With the key of a request whose answer was lost: the request gets its answer if it was carried out. Otherwise it is withdrawn, and is not carried out
 * if it arrives later either (`request/withdrawn`).
 */
export const WITHDRAW_HEADER = 'x-throughline-withdraw';
export const CORRELATION_ID_HEADER = 'x-correlation-id';

export interface Success<T> {
  readonly success: true;
  readonly message: string;
  readonly data: T;
}

/** The body of an error response. Invalid input has `errors` (dotted field path → message); an unexpected error has the correlation id. */
export interface ErrorBody {
  readonly success: false;
  readonly message: string;
  readonly data: null;
  readonly code: string;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly correlationId?: string | undefined;
}

export type Envelope<T> = Success<T> | ErrorBody;

/** The `code` of a failure without one: another backend that implements the specification may answer, and knows no codes. */
export const NO_CODE = 'service/no-code';

/** A response body as that of an error; null if it is another, such as the error page of a proxy. */
export function errorBodyIn(body: unknown): ErrorBody | null {
  const { success, message, code, errors, correlationId } = (body ?? {}) as Partial<ErrorBody>;
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
