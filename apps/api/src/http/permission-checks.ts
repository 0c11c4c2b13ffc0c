import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Each resolves if the caller may do now what the request asks for, and rejects with the refusal if not. */
    permissionChecks?: (() => Promise<unknown>)[];
    /** When the latest check of the permission began, by the monotonic clock in ms. */
    permissionAskedAt?: number;
  }
}

type Permitted = Pick<Request, 'permissionChecks' | 'permissionAskedAt'>;

/** For a request that has waited since its guards permitted it. Throws the refusal like the guards. */
export async function checkPermissionAgain(request: Permitted): Promise<void> {
  for (const check of request.permissionChecks ?? []) await check();
}

/**
 * Short compared with the five seconds within which a lost right takes effect (docs/promises.md 1.15), one of which the cache of accounts
 * takes.
 */
const MOMENT_MS = 250;

/** Like `checkPermissionAgain`, unless the permission was checked a moment ago: requests that hardly wait are not all checked twice. */
export async function checkPermissionAfterWait(request: Permitted): Promise<void> {
  const { permissionAskedAt } = request;
  if (permissionAskedAt === undefined || performance.now() - permissionAskedAt <= MOMENT_MS) return;
  await checkPermissionAgain(request);
}
