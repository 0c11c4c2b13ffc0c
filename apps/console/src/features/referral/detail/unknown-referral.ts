import { ApiError } from '../../../api/api-error.js';

/** No such referral, or none that this person may see: the two are told alike. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
