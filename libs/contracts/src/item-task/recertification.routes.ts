import { z } from 'zod';
import { recertificationDetail } from './recertification-detail.contract.js';
import {
  correctRecertificationBody,
  listRecertificationsQuery,
  recertificationList,
} from './recertification.contract.js';
import { recertificationId } from '../referral/referral.contract.js';
import { readAsOfQuery } from '../history/as-of.contract.js';
import { route } from '../route/route.js';

/** The parts of a recertification other than its tasks. */
export const recertificationRoutes = {
  listRecertifications: route('GET /recertifications', {
    summary: 'The newest 20 recertifications that renew a referral, or that a search finds.',
    who: 'seesQueue',
    query: listRecertificationsQuery,
    answer: recertificationList,
  }),
  readRecertification: route('GET /recertifications/{id}', {
    summary: 'A recertification: the member, the physician, its tasks and what was recorded of them.',
    who: 'seesQueue',
    params: { id: recertificationId },
    query: readAsOfQuery,
    answer: recertificationDetail,
    refusals: { 404: ['recertification/not-found'] },
  }),
  correctRecertification: route('POST /recertifications/{id}/update', {
    summary: 'Staff: correct the member, the physician, the category or the day until which it is certified.',
    who: 'worksTasks',
    params: { id: recertificationId },
    body: correctRecertificationBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: {
      409: [
        'recertification/unknown',
        'recertification/unknown-correction',
        'recertification/changed-meanwhile',
        'recertification/already-open',
      ],
    },
  }),
} as const;
