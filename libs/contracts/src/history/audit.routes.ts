import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { route } from '../route/route.js';
import {
  acts,
  actsQuery,
  auditChoices,
  auditPeopleQuery,
  auditViewings,
  auditViewingsQuery,
  causes,
  following,
  followingQuery,
  MAX_FOLLOWING,
} from './audit.contract.js';

export const auditRoutes = {
  acts: route('GET /audit/acts', {
    summary:
      'Ops: what happened, in cases and in administration, newest first, by case, person, company, kind, period and words.',
    who: 'audits',
    query: actsQuery,
    answer: acts,
  }),
  causes: route('GET /audit/acts/{eventId}/causes', {
    summary:
      'Ops: what led to an act: from the act that began it, of a person, a timer or an operator, to the act itself.',
    who: 'audits',
    params: { eventId: z.uuid() },
    query: readQuery,
    answer: causes,
    refusals: { 404: ['act/not-found'] },
  }),
  following: route('GET /audit/acts/{eventId}/following', {
    summary: `Ops: what followed directly from an act, oldest first, ${MAX_FOLLOWING} at a time.`,
    who: 'audits',
    params: { eventId: z.uuid() },
    query: followingQuery,
    answer: following,
    refusals: { 404: ['act/not-found'] },
  }),
  viewings: route('GET /audit/viewings', {
    summary: 'Ops: what was seen, newest first, by person, company, case, screen and period.',
    who: 'audits',
    query: auditViewingsQuery,
    answer: auditViewings,
  }),
  choices: route('GET /audit/choices', {
    summary: 'Ops: the people and the screens by which acts and viewings can be asked for.',
    who: 'audits',
    query: auditPeopleQuery,
    answer: auditChoices,
  }),
} as const;
