import {
  type AnyRequest,
  type Endpoint,
  type ExampledEndpoint,
  type Permission,
  type RequestOf,
  requestLineOf,
  ROUTES,
} from '@throughline/contracts';
import { type Answer } from '../../testing/call.js';
import { checkAnswer } from '../../testing/stated-answer.js';
import { api, type Row, type Statuses } from './called-api.testing.js';
import { ACCOUNT_ROWS } from './account-rows.testing.js';
import { REFERRAL_ROWS } from './referral-rows.testing.js';

/** Written by hand: a new route does not compile until it has its line, or states an example. */
const TABLE: {
  readonly [E in Exclude<Endpoint, ExampledEndpoint>]: Row<E>;
} = { ...REFERRAL_ROWS, ...ACCOUNT_ROWS };

/** The statuses of the routes that state an example, by who may call them. */
const STATUSES_OF_EXAMPLES: Readonly<Partial<Record<Permission, Statuses>>> = {
  signedIn: [401, 401, 200, 200, 200, 200, 200, 200],
  administers: [401, 401, 403, 403, 403, 403, 403, 200],
};

export const ROWS = [
  ...Object.entries(TABLE),
  ...ROUTES.flatMap(({ endpoint, who, example }) =>
    example === undefined ? [] : [[endpoint, [example, STATUSES_OF_EXAMPLES[who]]] as const],
  ),
] as unknown as readonly [Endpoint, Row<Endpoint>][];

export const ROW_OF = new Map(ROWS);

interface ShownAnswer {
  readonly status: number;
  readonly message: string;
}

/** Routes for which an answer with data was compared with the route's schema. */
export const succeeded = new Set<string>();

export async function ask(
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  token: string | null,
): Promise<ShownAnswer> {
  const { method, path } = requestLineOf(endpoint, request);
  const { body, form, file, type = 'application/json' } = request as AnyRequest;
  const response = await fetch(`${api.origin}/api${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(!form && { 'content-type': type }),
    },
    ...(method !== 'GET' && { body: form ?? file ?? JSON.stringify(body ?? {}) }),
  });
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    await response.text();
    return { status: response.status, message: 'OK' };
  }
  const answer = (await response.json()) as Answer<unknown>['body'];
  checkAnswer(method, path, { status: response.status, body: answer });
  if (answer.success) succeeded.add(endpoint);
  return { status: response.status, message: answer.message };
}
