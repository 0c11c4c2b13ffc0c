import { z } from 'zod';
import { eligibleMembers, importId, uploadMembersQuery } from './eligibility-import.contract.js';
import {
  eligiblePatientFound,
  lookUpEligiblePatientBody,
  redeemBenefitBody,
  redemption,
} from './eligibility.contract.js';
import { readQuery } from '../envelope.contract.js';
import { reasonBody } from '../order/fields.js';
import { route } from '../route/route.js';

export const eligibilityRoutes = {
  /** These are reads, although they are POSTs: an address must not contain a member's data. Neither writes to the log. */
  lookUp: route('POST /eligible-patients/look-up', {
    summary: 'Whether a member may order: returns a ticket for one order within 30 minutes. Rate limited.',
    meanwhile: 'nothing',
    who: 'anyone',
    limit: 'lookUp',
    body: lookUpEligiblePatientBody,
    answer: eligiblePatientFound,
    refusals: { 404: ['eligibility/not-eligible'] },
  }),
  redeem: route('POST /eligible-patients/redeem', {
    summary: "Whether the benefit of a ticket's order has been redeemed. Redeems nothing itself.",
    meanwhile: 'nothing',
    who: 'anyone',
    body: redeemBenefitBody,
    answer: redemption,
    refusals: { 404: ['referral/not-found'], 409: ['eligibility/not-eligible'] },
  }),
  listImports: route('GET /eligible-patients/imports', {
    summary: 'Admin: the last imports of members with their progress, and the number of members.',
    who: 'importsMembers',
    query: readQuery,
    answer: eligibleMembers,
  }),
  importMembers: route('POST /eligible-patients/imports', {
    summary: 'Admin: import a file of members, which is the body. Returns the id of the import.',
    who: 'importsMembers',
    query: uploadMembersQuery,
    upload: { type: 'text/csv' },
    answer: importId,
    status: 201,
    idempotent: 'by-stream',
    meanwhile: 'addition',
  }),
  cancelImport: route('POST /eligible-patients/imports/{id}/cancel', {
    summary: 'Admin: cancel an import. Members that are registered by then stay registered.',
    who: 'importsMembers',
    params: { id: importId },
    body: reasonBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'step',
    refusals: { 409: ['eligibility-import/not-found', 'eligibility-import/not-running'] },
  }),
} as const;
