import { methodOf, type RefusalCode, type RefusalStatus, type Route } from './route.js';

type Refusals = Partial<Record<RefusalStatus, readonly RefusalCode[]>>;

const EVERYWHERE: Refusals = {
  400: ['request/invalid'],
  401: ['identity/token-invalid', 'identity/token-expired', 'identity/token-revoked'],
  403: ['identity/no-account', 'identity/deactivated', 'identity/mismatch'],
  429: ['request/too-many'],
  503: ['service/unavailable', 'service/behind', 'service/storage-full', 'service/upgrading', 'identity/unavailable'],
};
const WRITE: Refusals = {
  400: ['request/malformed'],
  413: ['request/too-large'],
  415: ['request/unsupported-type'],
};
const UPLOAD: Refusals = { 400: ['file/cut-off'], 415: ['file/compressed'], 503: ['file/no-space'] };
const COMMAND: Refusals = { 409: ['request/conflict', 'request/idempotency-key-reused', 'request/withdrawn'] };
/** The refusal of a repeated request that was carried out and undone since, while its author knows of neither. */
const MAY_BE_UNDONE: Refusals = { 409: ['request/changed-since'] };

/** All codes that a request to this route can be refused with, by status. An unexpected failure is 500, with the same code for all routes. */
export function refusalsOf(route: Route): Refusals {
  const { who, query, upload, idempotent, meanwhile, refusals } = route;
  const isWrite = methodOf(route) !== 'GET';
  const parts: readonly (Refusals | undefined | false)[] = [
    EVERYWHERE,
    who !== 'anyone' && { 401: ['identity/sign-in-required'] },
    ((who !== 'anyone' && who !== 'signedIn') || query?.shape['asOf'] !== undefined) && {
      403: ['identity/not-allowed'],
    },
    isWrite && WRITE,
    upload && UPLOAD,
    idempotent && COMMAND,
    idempotent !== undefined && (meanwhile === 'seen' || meanwhile === 'step') && MAY_BE_UNDONE,
    refusals,
  ];
  const all: Partial<Record<RefusalStatus, RefusalCode[]>> = {};
  for (const part of parts) {
    for (const [status, codes] of Object.entries(part || {}))
      (all[Number(status) as RefusalStatus] ??= []).push(...codes);
  }
  return all;
}
