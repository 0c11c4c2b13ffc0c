import { route } from '../route/route.js';
import {
  acts,
  actsQuery,
  auditChoices,
  auditPeopleQuery,
  auditViewings,
  auditViewingsQuery,
} from './audit.contract.js';

export const auditRoutes = {
  acts: route('GET /audit/acts', {
    summary:
      'Ops: what happened, in cases and in administration, newest first, by case, person, company, kind, period and words.',
    who: 'audits',
    query: actsQuery,
    answer: acts,
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
