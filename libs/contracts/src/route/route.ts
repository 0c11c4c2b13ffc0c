import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT';

/** A route by its method and its path under /api, as in `POST /tasks/{taskId}/stop`. */
export type EndpointName = `${Method} /${string}`;

/** Who may call a route. The API maps each name to a predicate of the domain. */
export type Permission =
  'anyone' | 'signedIn' | 'worksTasks' | 'seesQueue' | 'importsMembers' | 'audits' | 'administers' | 'managesAccounts';

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
export type RefusalCode = `${string}/${string}`;

type ParamName<E> = E extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;

/**
 * What becomes of a request when somebody else has changed its subject since its author looked at it.
 *
 * - `seen`: it replaces values, and its body says what its author saw of them (`replacing`, `seenCorrections`): what was changed meanwhile is not
 *   overwritten, but refused with who, what and when.
 * - `step`: it takes a step that the present state allows, refuses or has taken already, whatever its author saw.
 * - `addition`: it adds something, and replaces nothing.
 * - `own`: it replaces what is its author's alone, so that the last one counts.
 * - `nothing`: it is a question and changes nothing.
 */
export type Meanwhile = 'seen' | 'step' | 'addition' | 'own' | 'nothing';

interface RouteStatement {
  readonly summary: string;
  readonly who: Permission;
  /** One schema per parameter of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  /** JSON. */
  readonly body?: z.ZodType;
  /** Shown in the documentation for a body whose schema is a function. */
  readonly documentedBody?: z.ZodType;
  /** A body that is streamed and not JSON; `form` describes the fields of a form. */
  readonly upload?: { readonly type: 'multipart/form-data' | 'text/csv'; readonly form?: z.ZodType };
  /** `data` of the envelope; `pdf` and `csv`: a file without an envelope. */
  readonly answer: z.ZodType | 'pdf' | 'csv';
  /** Of a success; 200 if left out. */
  readonly status?: 200 | 201;
  /**
   * A command: it takes an `Idempotency-Key` and answers with a position of the log. `true`: the API keeps key and answer. `by-stream`: the
   * stream alone knows the key, because a streamed body cannot be compared with the first one.
   */
  readonly idempotent?: true | 'by-stream';
  /** Of every request but a GET. */
  readonly meanwhile?: Meanwhile;
  /** Every request but a GET is rate limited per person or address. `lookUp`: also per address and input, against guessing. */
  readonly limit?: 'lookUp';
  /** The `userId` of the body is not the caller's: it names the person that a task is assigned to. */
  readonly namesAnotherUser?: true;
  /** Refusals of this route alone; `refusalsOf` adds those that follow from the rest of the route. */
  readonly refusals?: Readonly<Partial<Record<RefusalStatus, readonly RefusalCode[]>>>;
}

/** The schemas of a path's parameters: no fewer than the path names, and no others. */
type PathSchemas<E, S> = [ParamName<E>] extends [never]
  ? { readonly params?: never }
  : {
      readonly params: {
        readonly [Name in ParamName<E> | ParamNameOf<S>]: Name extends ParamName<E> ? z.ZodType : never;
      };
    };
/** What may change something does not compile without it. A command changes something. */
type MeanwhileOf<E, S> = E extends `GET ${string}`
  ? { readonly meanwhile?: never }
  : { readonly meanwhile: S extends { readonly idempotent: unknown } ? Exclude<Meanwhile, 'nothing'> : Meanwhile };
type ParamNameOf<S> = S extends { readonly params: infer Schemas } ? keyof Schemas : never;

/** Everything that there is to say of a route. API, documentation, clients and the specification of who may call it follow from it. */
export interface Route extends RouteStatement {
  readonly endpoint: EndpointName;
}

export const route = <const E extends EndpointName, const S extends RouteStatement>(
  endpoint: E,
  statement: S & PathSchemas<E, S> & MeanwhileOf<E, S>,
): S & { readonly endpoint: E } => ({ ...statement, endpoint });

export const methodOf = ({ endpoint }: Pick<Route, 'endpoint'>): Method =>
  endpoint.slice(0, endpoint.indexOf(' ')) as Method;

/** With `{parameters}`, under /api. */
export const pathOf = ({ endpoint }: Route): string => endpoint.slice(endpoint.indexOf('/'));
