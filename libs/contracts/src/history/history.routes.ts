import { z } from 'zod';
import { historyQuery, recordHistoryBody, referralHistory } from './history.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { route } from '../route/route.js';

const UNKNOWN = { 404: ['referral/not-found'] } as const;

export const historyRoutes = {
  read: route('GET /referrals/referral/{id}/history', {
    summary:
      'Ops: every event of a referral or a recertification, each access to it, and whether its streams are intact.',
    who: 'audits',
    params: { id: caseId },
    query: historyQuery,
    answer: referralHistory,
    refusals: UNKNOWN,
  }),
  record: route('POST /history/create', {
    summary: "Staff: add an entry to a referral's history for something that happened outside the portal.",
    who: 'worksTasks',
    body: recordHistoryBody,
    answer: z.null(),
    status: 201,
    idempotent: true,
    meanwhile: 'addition',
    refusals: { ...UNKNOWN, 409: ['history/in-the-future'] },
  }),
} as const;
