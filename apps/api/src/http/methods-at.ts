import { methodOf, pathOf, ROUTES } from '@throughline/contracts';

/** As the router reads addresses: a parameter is anything but a slash, and letters are of any case. */
const PATTERNS = ROUTES.map((route) => ({
  method: methodOf(route),
  pattern: new RegExp(`^/api${pathOf(route).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
}));

/** The methods of the API's routes at an address, for `Allow`; none: there is no route. */
export function methodsAt(path: string): readonly string[] {
  const stated = new Set(PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  return [...stated].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
