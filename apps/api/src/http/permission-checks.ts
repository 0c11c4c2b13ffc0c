import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Each resolves while the caller may do what the request asks for, by what is so now, and rejects with the refusal. */
    permissionChecks?: (() => Promise<unknown>)[];
    /** When the latest check of the permission began: of the monotonic clock, in ms. */
    permissionAskedAt?: number;
  }
}

type Permitted = Pick<Request, 'permissionChecks' | 'permissionAskedAt'>;

/** For a request that has waited since its guards permitted it. Throws the refusal, as they do. */
export async function checkPermissionAgain(request: Permitted): Promise<void> {
  for (const check of request.permissionChecks ?? []) await check();
}

/** Short against the five seconds within which a right is gone (docs/promises.md 1.15), one of which the cache of accounts takes. */
const MOMENT_MS = 250;

/** The same, unless the permission was asked a moment ago: a page's requests that hardly wait are not all asked twice. */
export async function checkPermissionAfterWait(request: Permitted): Promise<void> {
  const { permissionAskedAt } = request;
  if (permissionAskedAt === undefined || performance.now() - permissionAskedAt <= MOMENT_MS) return;
  await checkPermissionAgain(request);
}
