import type { z } from 'zod';
import type { Method, Route } from './route.js';
import type { Endpoint, RouteAt } from './routes.js';

/* Requests of clients. Only the types of routes are used: a browser that names an endpoint loads none of its schemas. */

type QueryValue = string | number | boolean | readonly string[] | null | undefined;

/** An enumeration is typed by its values. Any other text parameter also accepts the number, flag or list that it encodes. */
type QueryInput<T> = {
  readonly [Name in keyof T]: unknown extends T[Name]
    ? QueryValue
    : string extends T[Name]
      ? QueryValue
      : T[Name] | ('true' extends T[Name] ? boolean : null);
};

type Query<S extends z.ZodType> =
  object extends z.input<S> ? { readonly query?: QueryInput<z.input<S>> } : { readonly query: QueryInput<z.input<S>> };

type Body<T> = undefined extends T ? { readonly body?: T } : { readonly body: T };

interface Uploads {
  readonly 'multipart/form-data': { readonly form: FormData };
  /** The file is sent with this type, whatever type the browser guesses. */
  readonly 'text/csv': { readonly file: Blob; readonly type: 'text/csv' };
}

/** The parts of a request to a route. A misspelt or missing parameter does not compile. */
type RequestTo<R extends Route> = (R extends { readonly params: infer Schemas }
  ? { readonly params: { readonly [Name in keyof Schemas]: string | number } }
  : unknown) &
  (R extends { readonly query: infer S extends z.ZodType } ? Query<S> : unknown) &
  (R extends { readonly body: infer S extends z.ZodType } ? Body<z.input<S>> : unknown) &
  (R extends { readonly upload: { readonly type: infer Type extends keyof Uploads } } ? Uploads[Type] : unknown);

/** A request to the endpoint; if `E` has several endpoints, to any of them. */
export type RequestOf<E extends Endpoint> = E extends Endpoint ? RequestTo<RouteAt<E>> : never;
/** `data` of the envelope. */
export type AnswerOf<E extends Endpoint> =
  RouteAt<E> extends { readonly answer: infer S extends z.ZodType } ? z.output<S> : never;

/** Endpoints that answer with a file. */
export type FileEndpoint = {
  [E in Endpoint]: RouteAt<E> extends { readonly answer: 'pdf' | 'csv' } ? E : never;
}[Endpoint];

/** A request of any endpoint. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly file?: Blob;
  readonly type?: string;
}

export interface RequestLine {
  readonly method: Method;
  /** The path under /api, with its query. Empty, null and undefined values are left out; several values are joined by commas. */
  readonly path: string;
}

/** Method and address of a request. `more`: query parameters that every request may have. */
export function requestLineOf<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  more: { readonly minPosition?: number | null; readonly asOf?: string; readonly as?: string } = {},
): RequestLine {
  const { params = {}, query = {} } = request as AnyRequest;
  const [method = '', template = ''] = (endpoint as string).split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...more })) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') search.set(name, text);
  }
  return { method: method as RequestLine['method'], path: search.size === 0 ? path : `${path}?${search.toString()}` };
}
