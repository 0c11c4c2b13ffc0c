import type { CaseId } from './terms.js';

/** The pages of one case, as the console's router knows them (`console-pages.ts` of the contracts). */
export const CASE_PAGES = {
  referral: '/referral/:id',
  /** A task, also of a recertification. */
  task: '/task/:taskId',
  /** The history of a referral or of a recertification. */
  audit: '/audit/:id',
} as const;

/** Their addresses. */
export const pathTo = {
  referral: (id: CaseId) => CASE_PAGES.referral.replace(':id', () => id),
  task: (taskId: string) => CASE_PAGES.task.replace(':taskId', () => taskId),
  audit: (id: CaseId) => CASE_PAGES.audit.replace(':id', () => id),
} as const;
