import { z } from 'zod';
import {
  historyQuery,
  recordHistoryBody,
  referralHistory,
  viewers,
  viewersQuery,
  viewings,
  viewingsQuery,
} from './history.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { route } from '../route/route.js';

const UNKNOWN = { 404: ['referral/not-found'] } as const;

const UNKNOWN_CASE = { 404: ['referral/not-found', 'recertification/not-found'] } as const;

export const historyRoutes = {
  read: route('GET /referrals/referral/{id}/history', {
    summary:
      'Ops: every event of a referral or a recertification, its newest viewings, and whether its streams are intact.',
    who: 'audits',
    params: { id: caseId },
    query: historyQuery,
    answer: referralHistory,
    refusals: UNKNOWN,
  }),
  viewers: route('GET /referrals/referral/{id}/viewers', {
    summary: 'Ops: who saw a referral or a recertification, with first time, times and last time, in a period.',
    who: 'audits',
    params: { id: caseId },
    query: viewersQuery,
    answer: viewers,
    refusals: UNKNOWN_CASE,
  }),
  viewings: route('GET /referrals/referral/{id}/viewings', {
    summary: 'Ops: each viewing of a referral or a recertification, newest first, by person and period.',
    who: 'audits',
    params: { id: caseId },
    query: viewingsQuery,
    answer: viewings,
    refusals: UNKNOWN_CASE,
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
