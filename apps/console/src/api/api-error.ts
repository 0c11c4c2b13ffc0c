import { DEFAULT_ERROR_MESSAGE, type ErrorBody } from '@throughline/contracts';

/** `code` of a request without an answer, whose result is unknown. */
const NO_ANSWER = 'console/no-answer';
const CHANGED_SINCE = 'request/changed-since';
/** The read was refused because it would lack what was saved, such as this person's own change. */
const BEHIND = 'service/behind';
const UNREADABLE = 'console/unreadable-answer';

/** Refusals that may not occur again: another person was faster, or the request did not arrive complete. */
const TRANSIENT_CODES = ['request/conflict', 'request/malformed', 'file/cut-off'];

/** A failed request. `message` is shown to the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    /** Stable, such as `note/edit-window-closed`. */
    readonly code: string,
    /** HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** Messages by dotted field path. */
    readonly errors: Readonly<Record<string, string>> | null = null,
    /** Identifies the request in the server's log. */
    readonly correlationId: string | null = null,
    /** Seconds after which the request may be repeated (`Retry-After`). */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** The same failure with another message. */
  inWords(message: string): ApiError {
    return new ApiError(message, this.code, this.status, this.errors, this.correlationId, this.retryAfterSeconds);
  }

  /** True if the same request would be refused again. Otherwise, the request may even have been carried out. */
  get isDefinite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }

  /**
   * True if the same request may succeed later: there was no refusal, or its reason is temporary (an ended session, a time-out, a
   * conflict).
   */
  get canBeTriedAgain(): boolean {
    return !this.isDefinite || this.status === 401 || this.status === 408 || TRANSIENT_CODES.includes(this.code);
  }
}

/** Whether a read waits for what was saved and is not in the read models yet. */
export const isBehind = (error: unknown): boolean => error instanceof ApiError && error.code === BEHIND;

/** A command was held back in the browser, because it is not known, or not yet told, what became of an earlier one. */
export class NotSent extends Error {
  constructor(
    message: string,
    /** The input of the earlier one, while it is not known what became of it. */
    readonly earlier?: unknown,
  ) {
    super(message);
  }
}

/** An earlier text was saved, as is known only now. The new one is not sent before the person knows. */
export class SavedBefore extends NotSent {
  constructor(
    readonly saved: unknown,
    /** What the server answers about it. */
    readonly answer: unknown,
  ) {
    super('What you sent before was saved. This differs from it: press again to send it as well.');
  }
}

/** Whether a command may have been carried out despite the error: there was no answer, or the server failed. */
export const isInDoubt = (error: unknown): boolean =>
  error instanceof ApiError && !error.isDefinite && error.status !== 429;

/** The input of what may have been carried out: of the command, or of an earlier one that held it back. Undefined: nothing. */
export const inDoubtOf = <Input>(command: { readonly error: unknown; readonly variables: Input | undefined }) =>
  command.error instanceof NotSent
    ? (command.error.earlier as Input | undefined)
    : isInDoubt(command.error)
      ? command.variables
      : undefined;

/**
 * The error to show in place of a page's content; null if the content can be shown. Content is hidden if it was never read, and if the last
 * read was refused (403, 404), because the person may no longer see what was read before.
 */
export function blockingError({ data, error }: { readonly data: unknown; readonly error: unknown }): unknown {
  return data === undefined || isRefusedRead(error) ? error : null;
}

/** True if the data no longer exist, or this person may not read them. */
export const isRefusedRead = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

const UNREACHABLE = {
  read: 'The server could not be reached. Check the connection and try again.',
  // A command is sent again with its key (`useCommand`), so it is carried out once.
  command: 'The server could not be reached. We do not know whether it was saved; pressing again is safe.',
  late: 'There was no answer within 10 seconds. We do not know whether it was saved; pressing again is safe.',
} as const;

/** `of`: a read, a command, or a command whose deadline has passed. */
export const noAnswer = (cause: unknown, of: keyof typeof UNREACHABLE = 'read'): ApiError =>
  Object.assign(new ApiError(UNREACHABLE[of], NO_ANSWER, 0), { cause });

/** The result of an earlier command with a key, as far as it is known after it was asked for again. */
export type Fate = 'done' | 'not done' | 'unknown';

/** What a failure says about the command: a request that was refused for another reason, such as an ended session, says nothing. */
export function fateIn(error: unknown): Fate {
  if (!(error instanceof ApiError) || !error.isDefinite || error.canBeTriedAgain) return 'unknown';
  return error.code === CHANGED_SINCE ? 'done' : 'not done';
}

/** The command succeeded, but its answer was lost and somebody else has changed the subject since. */
export const isChangedSince = (error: unknown): boolean => error instanceof ApiError && error.code === CHANGED_SINCE;

/** `failure` is null if the body is not the API's envelope, for example a proxy's error page. */
export function apiErrorOf(failure: ErrorBody | null, { status, headers }: Response, correlationId: string): ApiError {
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
