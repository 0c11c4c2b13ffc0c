import type { Endpoint } from '../route/routes.js';

/**
 * Reads of a case that also answer as of an earlier moment (`readAsOfQuery`). In a file without schemas, so that the console's pages can
 * load it.
 */
export const READS_AS_OF = [
  'GET /referrals/referral/{id}',
  'GET /referrals/referral/{id}/limited',
  'GET /referrals/referral/{id}/submission',
  'GET /referrals/referral/{id}/tasks',
  'GET /referrals/referral/{id}/outcomes',
  'GET /referrals/referral/{id}/corrections',
  'GET /referrals/referral/{id}/task-acts',
  'GET /notes/{referralId}',
  'GET /internal-notes/referral/{id}',
  'GET /pdf/referral/{id}/files',
  'GET /tasks/{taskId}',
  'GET /recertifications/{id}',
] as const satisfies readonly Endpoint[];
