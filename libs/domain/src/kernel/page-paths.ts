import type { CaseId } from './terms.js';

/** The addresses of the console's pages of one case. `console-pages.ts` of the contracts makes the routes of them. */
export const pathTo = {
  referral: (id: CaseId) => `/referral/${id}`,
  /** The page of a task, also of a recertification. */
  task: (taskId: string) => `/task/${taskId}`,
  /** The history of a referral or of a recertification. */
  audit: (id: CaseId) => `/audit/${id}`,
} as const;
