import { isDeepStrictEqual } from 'node:util';
import { methodOf, pathOf, refusalsOf, type RefusalStatus, type Route, ROUTES } from '@throughline/contracts';

/**
 * Routes with the fewest parameters first, because `/tasks/assignees` is served before `/tasks/{taskId}`. Ignores case, like the router.
 */
const BY_PATTERN = [...ROUTES]
  .sort((one, other) => Object.keys(one.params ?? {}).length - Object.keys(other.params ?? {}).length)
  .map((route) => ({ route, pattern: new RegExp(`^${pathOf(route).replaceAll(/\{\w+\}/g, '[^/]*')}/?$`, 'i') }));

/** The route of a request; undefined: none. A path with words is never also one with a parameter, whatever the method. */
export function statedRoute(method: string, path: string): Route | undefined {
  const [address = ''] = path.split('?');
  const nearest = BY_PATTERN.find(({ pattern }) => pattern.test(address))?.pattern.source;
  return BY_PATTERN.find(({ route, pattern }) => methodOf(route) === method && pattern.source === nearest)?.route;
}

interface GivenAnswer {
  readonly status: number;
  readonly body: { readonly success: boolean; readonly data?: unknown; readonly code?: string };
}

/**
 * Throws for an answer that does not match its route: another status, a missing or additional field, or a refusal that it does not list.
 */
export function checkAnswer(method: string, path: string, { status, body }: GivenAnswer): void {
  const route = statedRoute(method, path);
  if (route === undefined || typeof route.answer === 'string' || (status >= 500 && status !== 503)) return;
  const wrong = (what: string) => new Error(`${method} ${path} answered with ${what}, which its route does not state.`);
  if (!body.success) {
    const codes: readonly string[] = refusalsOf(route)[status as RefusalStatus] ?? [];
    if (!codes.includes(body.code ?? '')) throw wrong(`${status} ${body.code}`);
    return;
  }
  if (status !== (route.status ?? 200)) throw wrong(`status ${status}`);
  const { data, error } = route.answer.safeParse(body.data);
  if (error) throw wrong(`this data: ${error.message}`);
  // A schema drops fields that it does not have.
  if (!isDeepStrictEqual(plain(data), plain(body.data))) throw wrong(`fields of ${JSON.stringify(body.data)}`);
}

/** Throws for a `minPosition` that the route does not know and would ignore. */
export function checkWaits(method: string, path: string): void {
  const route = statedRoute(method, path);
  if (route === undefined || !/[?&]minPosition=\d/.test(path)) return;
  if (route.query?.shape['minPosition'] === undefined)
    throw new Error(`${method} ${path} does not wait for minPosition.`);
}

/** Jest loads schemas and answers in different realms, so that equal objects have different prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
