import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT';

/** A route, named by its method and its path under /api: `POST /tasks/{taskId}/stop`. */
export type EndpointName = `${Method} /${string}`;

/** Who may call a route. The API maps each name to a predicate of the domain. */
export type Permission =
  'anyone' | 'signedIn' | 'worksTasks' | 'seesQueue' | 'importsMembers' | 'audits' | 'administers' | 'managesAccounts';

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
export type RefusalCode = `${string}/${string}`;

type ParamName<E> = E extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;

/**
 * What happens to a request if somebody else has changed the same thing since its author looked at it.
 * - `seen`: the request replaces values, and its body says what its author saw of them (`replacing`, `seenCorrections`). What was changed
 *   meanwhile is not overwritten, but refused with who, what and when.
 * - `step`: the request takes a step that the present state allows or refuses, or that has been taken already, whatever its author saw.
 * - `addition`: the request adds something, and replaces nothing.
 * - `own`: the request replaces what belongs to its author alone, so that the last request wins.
 * - `nothing`: the request is a question and changes nothing.
 */
export type Meanwhile = 'seen' | 'step' | 'addition' | 'own' | 'nothing';

interface RouteStatement {
  readonly summary: string;
  readonly who: Permission;
  /** One schema per parameter of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** The parameter that takes the rest of the path, with its slashes: the last one. */
  readonly rest?: string;
  readonly query?: z.ZodObject;
  /** The schema of a JSON body. */
  readonly body?: z.ZodType;
  /** Shown in the documentation for a body whose schema is a function. */
  readonly documentedBody?: z.ZodType;
  /** A body that is streamed and not JSON; `form` describes the fields of a form. */
  readonly upload?: { readonly type: 'multipart/form-data' | 'text/csv'; readonly form?: z.ZodType };
  /** The schema of `data` in the envelope; the others: a file without an envelope. */
  readonly answer: z.ZodType | 'pdf' | 'csv' | 'text' | 'bytes';
  /** The status of a success; 200 if absent. */
  readonly status?: 200 | 201;
  /**
   * Set for a command, which takes an `Idempotency-Key` and answers with a position of the log. `true`: the API stores key and answer.
   * `by-stream`: only the stream knows the key, because a streamed body cannot be compared with the first one.
   */
  readonly idempotent?: true | 'by-stream';
  /** Required for every request except a GET. */
  readonly meanwhile?: Meanwhile;
  /** Every request except a GET is rate limited per person or address. `lookUp`: also per address and input, against guessing. */
  readonly limit?: 'lookUp';
  /** The `userId` of the body is not the caller's: it names the person to whom a task is assigned. */
  readonly namesAnotherUser?: true;
  /**
   * A request that an administrator's installation answers with success, for the documentation. The specs of who may call it and of fuzzed requests take
   * it from here; a route without one has its line in `referral-rows.testing.ts` or `account-rows.testing.ts`. A read that states one shows no person's data.
   */
  readonly example?: {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: object;
  };
  /** Refusals of this route alone; `refusalsOf` adds those that follow from the rest of the route. */
  readonly refusals?: Readonly<Partial<Record<RefusalStatus, readonly RefusalCode[]>>>;
}

/** The schemas of a path's parameters: exactly those that the path names. */
type PathSchemas<E, S> = [ParamName<E>] extends [never]
  ? { readonly params?: never }
  : {
      readonly params: {
        readonly [Name in ParamName<E> | ParamNameOf<S>]: Name extends ParamName<E> ? z.ZodType : never;
      };
    };
/** Requires `meanwhile` for every request that may change something, and excludes `nothing` for commands. */
type MeanwhileOf<E, S> = E extends `GET ${string}`
  ? { readonly meanwhile?: never }
  : { readonly meanwhile: S extends { readonly idempotent: unknown } ? Exclude<Meanwhile, 'nothing'> : Meanwhile };
type ParamNameOf<S> = S extends { readonly params: infer Schemas } ? keyof Schemas : never;

/** All data of a route. API, documentation, clients and the specification of who may call it follow from it. */
export interface Route extends RouteStatement {
  readonly endpoint: EndpointName;
}

export const route = <const E extends EndpointName, const S extends RouteStatement>(
  endpoint: E,
  statement: S & PathSchemas<E, S> & MeanwhileOf<E, S>,
): S & { readonly endpoint: E } => ({ ...statement, endpoint });

export const methodOf = ({ endpoint }: Pick<Route, 'endpoint'>): Method =>
  endpoint.slice(0, endpoint.indexOf(' ')) as Method;

/** The path under /api, with `{parameters}`. */
export const pathOf = ({ endpoint }: Route): string => endpoint.slice(endpoint.indexOf('/'));
