import { type AnyRequest, type Endpoint, requestLineOf, type RequestOf, ROUTES } from '@throughline/contracts';
import fc from 'fast-check';
import type { Name } from './api-under-test.js';
import { malformedJson } from './malformed-json.js';
import type { WireRequest } from './wire.js';

export interface Given {
  /** The referral in the valid requests. */
  readonly referralId: string;
  /** A referral of another company. */
  readonly anothers: string;
  /** Texts that a caller might search for to find the other company's data. */
  readonly searched: readonly string[];
  readonly callers: readonly (Name | null)[];
}

/** A valid request in its wire form. */
interface Example {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  /** All query parameters of the route. */
  readonly queryNames: readonly string[];
  readonly json: unknown;
  /** The body of an upload, in Latin 1, with its type. */
  readonly upload: { readonly type: string; readonly body: string } | null;
}

export async function exampleOf<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Example> {
  const { method, path } = requestLineOf(endpoint, request);
  const [address = '', search = ''] = path.split('?');
  const { body, form, file, type } = request as AnyRequest;
  const sent = form ?? file;
  const encoded = sent === undefined ? undefined : new Response(sent);
  return {
    endpoint,
    method,
    segments: address.slice(1).split('/'),
    query: [...new URLSearchParams(search)],
    queryNames: Object.keys(ROUTES.find((route) => route.endpoint === endpoint)?.query?.shape ?? {}),
    json: method === 'GET' || encoded ? undefined : (body ?? {}),
    upload: encoded
      ? {
          type: type ?? encoded.headers.get('content-type') ?? '',
          body: Buffer.from(await encoded.arrayBuffer()).toString('latin1'),
        }
      : null,
  };
}

const LONG = 'a'.repeat(9_000);
const ODD_VALUES = [
  '', '0', '-1', '1e9', '0x10', 'NaN', 'null', 'undefined', 'true', '1.5', '9007199254740993', '9'.repeat(400),
  '%00', 'a%00b', '%', '%E0%A4%A', '%ff', '%ED%A0%80', '%ef%bb%bf', '%E2%80%AE', '%F0%9F%91%A9', '%0d%0ax:y', '%2500',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', '[object%20Object]', '{}', '[]', '%5B%7B%22field%22:1%7D%5D',
  '..', '.', '..%2f..%2fetc%2fpasswd', '%252e%252e%252f', '..%5c', '%2f', '%25', "'%20or%201=1--", '%27%22;', '${7*7}', '*', '%25%25', '_',
  '0000-00-00', '0001-01-01', '1899-12-31', '2027-02-29', '9999-12-31', '+275760-09-14', '-271821-04-19', '1990-02-03T25:61',
  'R1', 'R99999999999', '1-1', '1-0', '-', '1-', LONG, ','.repeat(2_000), '%5B'.repeat(500),
]; // prettier-ignore

const odd = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(encodable) },
);

function encodable(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const ODD_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'];

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...['', 'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x'].map((type) => ({ 'content-type': type })),
  ...['application/json; charset=utf-16', 'application/json; charset="', 'APPLICATION/JSON', 'text/csv', 'application/json, text/csv'].map((type) => ({ 'content-type': type })),
  ...['gzip', 'br', 'none', 'gzip, gzip'].map((encoding) => ({ 'content-encoding': encoding })),
  ...['', 'x', '__proto__', 'f'.repeat(4_000), 'a b'].map((key) => ({ 'idempotency-key': key })),
  ...['', 'u-stranger', 'u-admin', '__proto__'].map((userId) => ({ 'user-id': userId })),
  ...['throughline-submitted=', 'throughline-submitted=1.2', '=;=;;', '__proto__=1'].map((cookie) => ({ cookie })),
  ...['', 'Bearer', 'Bearer ', 'Bearer a.b.c', 'bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1LWFkbWluIn0.', 'Basic YTpi', 'Bearer '.repeat(900)].map((authorization) => ({ authorization })),
  ...['evil.example', '', '127.0.0.1:1, x', '::1', 'localhost/../'].map((host) => ({ host })),
  ...['203.0.113.9', '__proto__', `${'1,'.repeat(900)}1`, '%00'].map((address) => ({ 'x-forwarded-for': address })),
  ...['*/*', 'text/html', 'application/xml;q=0.1', ';;;', 'a/b/c'].map((accept) => ({ accept })),
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/tasks', 'x-rewrite-url': '/api/tasks' },
  { origin: 'https://evil.example', 'access-control-request-method': 'POST', 'sec-fetch-site': 'cross-site' },
  { 'if-none-match': '*', 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT', 'if-match': '"x"' },
  { range: 'bytes=0-0,-1,9999999999999999999-', 'x-correlation-id': 'jane@people.example' },
  { connection: 'close, x', te: 'trailers', via: '1.1 x', 'max-forwards': '0' },
]; // prettier-ignore

/** Mostly none, because a request with an odd header is often refused before the rest of it is read. */
const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_HEADERS) },
);

const PATH_TRICKS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `${path}%00`,
  (path) => `${path}%2f..`,
  (path) => `${path}/..%2f..%2f`,
  (path) => `${path}/../tasks`,
  (path) => `/../api${path}`,
  (path) => `/..;${path}`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}%`,
  (path) => `${path}%20`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/', '%2f'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\/(\w)/, (_, letter: string) => `/%25${letter.charCodeAt(0).toString(16)}`),
];
const trick = fc.oneof(
  { weight: 20, arbitrary: fc.constant((path: string) => path) },
  { weight: 1, arbitrary: fc.constantFrom(...PATH_TRICKS) },
);

/** A segment of the path that depends on the data: an id, a name. Segments of the route itself are kept. */
function segment(good: string, isGiven: boolean, { referralId, anothers }: Given): fc.Arbitrary<string> {
  if (!isGiven) return fc.constant(good);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(good) },
    { weight: 4, arbitrary: fc.constantFrom(good.replaceAll(referralId, anothers), anothers, `${anothers}-1`) },
    { weight: 2, arbitrary: odd },
  );
}

function query({ query: given, queryNames }: Example, { anothers, searched }: Given): fc.Arbitrary<string> {
  const good = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const names = [...queryNames, '__proto__', 'userId', 'minPosition', ''];
  const name = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('', '', '', '', '[]', '[0]', '[__proto__]', '%00'))
    .map((parts) => parts.join(''));
  const value = fc.oneof(odd, fc.constantFrom(anothers, `${anothers}-1`, ...searched.map(encodeURIComponent)));
  const more = fc.array(
    fc.tuple(name, value).map((pair) => pair.join('=')),
    { maxLength: 3 },
  );
  const searches = searched.map((text) => `search=${encodeURIComponent(text)}&includeCompany=true`);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(good.join('&')) },
    { weight: queryNames.length === 0 ? 1 : 5, arbitrary: more.map((added) => [...good, ...added].join('&')) },
    { weight: 1, arbitrary: more.map((added) => added.join('&')) },
    { weight: queryNames.includes('search') ? 3 : 0, arbitrary: fc.constantFrom(...searches) },
  );
}

function body({ json, upload }: Example, { referralId, anothers }: Given): fc.Arbitrary<string> {
  if (upload !== null) {
    return fc.oneof(
      fc.constant(upload.body),
      fc.nat({ max: upload.body.length }).map((end) => upload.body.slice(0, end)),
      fc
        .tuple(fc.nat({ max: upload.body.length }), fc.nat({ max: 255 }))
        .map(([at, byte]) => upload.body.slice(0, at) + String.fromCharCode(byte) + upload.body.slice(at + 1)),
    );
  }
  if (json === undefined) return fc.constantFrom('', '', '', '', '{}', '[', 'x'.repeat(9_000));
  const text = JSON.stringify(json);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(text) },
    { weight: 2, arbitrary: fc.constant(text.replaceAll(referralId, anothers)) },
    { weight: 5, arbitrary: malformedJson(json) },
  );
}

function ofRoute(example: Example, given: Given): fc.Arbitrary<WireRequest> {
  const template = example.endpoint.slice(example.endpoint.indexOf('/') + 1).split('/');
  const segments = example.segments.map((good, n) => segment(good, template[n]?.startsWith('{') === true, given));
  const path = fc
    .tuple(fc.tuple(...segments), query(example, given), trick)
    .map(([words, search, tricked]) => tricked(`/${words.join('/')}`) + (search === '' ? '' : `?${search}`));
  const type = example.upload?.type ?? (example.json === undefined ? undefined : 'application/json');
  return fc.record({
    method: fc.oneof(
      { weight: 25, arbitrary: fc.constant(example.method) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
    ),
    path,
    as: fc.constantFrom(...given.callers),
    headers: fc
      .tuple(headers, fc.uuid())
      .map(([more, key]) => ({ ...(type && { 'content-type': type }), 'idempotency-key': key, ...more })),
    body: body(example, given),
    encoding: fc.constant(example.upload ? ('latin1' as const) : ('utf8' as const)),
    cut: fc.constant(false),
  });
}

/**
 * Requests to all routes in equal shares: valid ones, ones about the data of another company, and ones with something wrong in any part.
 */
export const fuzzedRequests = (examples: readonly Example[], given: Given): fc.Arbitrary<WireRequest> =>
  fc.oneof(...examples.map((example) => ofRoute(example, given)));
