import { DEFAULT_ERROR_MESSAGE, type Failure } from '@throughline/contracts';

/** `code` of a request that no answer came back for: whether it was carried out is unknown. */
export const NO_ANSWER = 'console/no-answer';
const UNREADABLE = 'console/unreadable-answer';

/** A request that did not succeed; `message` is for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    /** Stable, such as `note/edit-window-closed`. */
    readonly code: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** Dotted field path → message. */
    readonly errors: Readonly<Record<string, string>> | null = null,
    /** Names the request in the server's log. */
    readonly correlationId: string | null = null,
    /** After how many seconds a new try is welcome (429). */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** Was it refused for good, so that sending the same again is pointless? Otherwise its outcome may still be open. */
  get isDefinite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

export const noAnswer = (cause: unknown): ApiError =>
  Object.assign(new ApiError('The server could not be reached. Check the connection and try again.', NO_ANSWER, 0), {
    cause,
  });

/** `failure` is null when the body was not the envelope: a proxy's page, for one. */
export function apiErrorOf(failure: Failure | null, { status, headers }: Response, correlationId: string): ApiError {
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  return new ApiError(
    failure?.message ?? DEFAULT_ERROR_MESSAGE,
    failure?.code ?? UNREADABLE,
    status,
    failure?.errors ?? null,
    failure?.correlationId ?? correlationId,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}
