import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { route } from '../route/route.js';
import { evidenceBegun, evidenceExports, evidenceLink, exportEvidenceBody, exportId } from './evidence.contract.js';

const UNKNOWN = { 404: ['referral/not-found', 'recertification/not-found'] } as const;

export const evidenceRoutes = {
  list: route('GET /referrals/referral/{id}/evidence', {
    summary: 'Ops: the newest exports of the evidence of a referral or a recertification, with their progress.',
    who: 'audits',
    params: { id: caseId },
    query: readQuery,
    answer: evidenceExports,
    refusals: UNKNOWN,
  }),
  begin: route('POST /referrals/referral/{id}/evidence', {
    summary: 'Ops: export the evidence as a ZIP, unless an export runs. Returns the id of the one that runs.',
    who: 'audits',
    params: { id: caseId },
    body: exportEvidenceBody,
    answer: evidenceBegun,
    status: 201,
    idempotent: true,
    meanwhile: 'step',
    refusals: UNKNOWN,
  }),
  cancel: route('POST /referrals/referral/{id}/evidence/{exportId}/cancel', {
    summary: 'Ops: cancel an export that runs.',
    who: 'audits',
    params: { id: caseId, exportId },
    answer: z.null(),
    idempotent: true,
    meanwhile: 'step',
    refusals: { ...UNKNOWN, 409: ['evidence/not-found', 'evidence/not-running'] },
  }),
  link: route('GET /referrals/referral/{id}/evidence/{exportId}', {
    summary: 'Ops: a link to an exported ZIP, valid for one minute.',
    who: 'audits',
    params: { id: caseId, exportId },
    answer: evidenceLink,
    refusals: { 404: [...UNKNOWN[404], 'evidence/not-found'], 409: ['file/not-as-stored'] },
  }),
  fetch: route('GET /evidence/{token}', {
    summary: 'The ZIP of a signed link, as an attachment.',
    who: 'anyone',
    params: { token: z.string() },
    answer: 'bytes',
    refusals: { 404: ['file/link-expired'], 409: ['file/not-as-stored'] },
  }),
} as const;
