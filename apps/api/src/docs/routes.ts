import * as contract from '@throughline/contracts';
import { z } from 'zod';
import { done, type DocumentedRoute } from './documented-route.js';
import { TASK_ROUTES } from './task-routes.js';

/** Answers that TypeScript describes and nobody checks, since nobody sends them: see `referral.contract.ts`, `history.contract.ts`. */
const referralDetail = z.looseObject({ referralId: contract.referralId, feed: contract.feedPosition });
const referralHistory = z.looseObject({ referralId: contract.referralId, entries: z.array(z.looseObject({})) });
const { readQuery } = contract;

/** Every route of the API; a spec holds this list against the routes that are really there. */
export const ROUTES: readonly DocumentedRoute[] = [
  {
    method: 'post',
    path: '/referrals/create',
    summary: 'Submit an order by the rules of its form; answers with the new referral id.',
    body: contract.documentedOrder,
    data: contract.referralId,
    written: 201,
    open: true,
  },
  {
    method: 'get',
    path: '/referrals',
    summary: "The Referrals list: one's own, one's company's, or all for the provider's people.",
    query: contract.listReferralsQuery,
    data: contract.referralList,
  },
  {
    method: 'get',
    path: '/referrals/referral/sources',
    summary: 'Where a referral can come from.',
    data: z.array(contract.referralSource),
    open: true,
  },
  {
    method: 'get',
    path: '/referrals/referral/{id}',
    summary: 'The whole referral, for those whose it is.',
    query: readQuery,
    data: referralDetail,
  },
  {
    method: 'get',
    path: '/referrals/referral/{id}/limited',
    summary: 'What anybody who has the id may see. Rate limited.',
    query: readQuery,
    data: contract.limitedReferral.extend({ feed: contract.feedPosition }),
    open: true,
  },
  {
    method: 'get',
    path: '/referrals/referral/{id}/submission',
    summary:
      'How far what follows an order has come: its PDF, the check of each file. Also for the browser that has just sent it.',
    query: readQuery,
    data: contract.submissionDetail,
    open: true,
  },
  {
    method: 'get',
    path: '/referrals/referral/{id}/tasks',
    summary: 'Every task of the referral, in the order of opening.',
    query: readQuery,
    data: z.array(contract.taskQueueRow),
  },
  {
    method: 'get',
    path: '/referrals/referral/{id}/history',
    summary: 'Ops: every event, who viewed the referral, and whether the log holds together.',
    query: contract.historyQuery,
    data: referralHistory,
  },
  {
    method: 'post',
    path: '/referrals/referral/{id}/tracking',
    summary: "Staff: the carrier's number for items, shipped or about to be.",
    body: contract.assignTrackingBody,
    data: done,
    written: 200,
  },
  {
    method: 'post',
    path: '/history/create',
    summary: "Staff: add to a referral's history what happened outside the portal.",
    body: contract.recordHistoryBody,
    data: done,
    written: 201,
  },
  {
    method: 'get',
    path: '/internal-notes/referral/{id}',
    summary: "The provider's people: the referral's internal notes, a flat list, the oldest first.",
    query: readQuery,
    data: z.array(contract.internalNote),
  },
  ...TASK_ROUTES,
  {
    method: 'post',
    path: '/items',
    summary: "What a member in this state may be sent. Fails with 'Member state required' without a state.",
    body: contract.listItemsBody,
    data: contract.itemsByCategory,
    open: true,
  },
  { method: 'get', path: '/companies', summary: 'Companies.', data: z.array(contract.company), open: true },
  {
    method: 'get',
    path: '/pdf/referral/{id}/files',
    summary: 'Files of the referral.',
    query: readQuery,
    data: z.array(contract.fileEntry),
  },
  {
    method: 'post',
    path: '/pdf/referral/{id}/upload/fileName/{name}',
    summary:
      'Attach a PDF of 2 MB at most. It is checked before anybody is given it. Also for the browser that has just sent the order.',
    query: readQuery,
    form: z.object({ file: z.string().meta({ format: 'binary' }), userId: z.string().optional() }),
    data: contract.uploadAnswer,
    written: 201,
    open: true,
  },
  {
    method: 'get',
    path: '/pdf/referral/{id}/file/{fileId}',
    summary: 'A link to the file, good for one minute.',
    data: contract.fileLink,
  },
  {
    method: 'get',
    path: '/pdf/referral/{id}/generate',
    summary: 'Whether the submission PDF, which is made once for every referral, is there already.',
    query: readQuery,
    data: contract.generateAnswer,
  },
  {
    method: 'get',
    path: '/files/{token}',
    summary: 'The file that a signed link stands for, as an attachment.',
    data: 'file',
    open: true,
  },
  {
    method: 'get',
    path: '/users/user/email/{email}',
    summary: 'Oneself; staff and admins may ask for others.',
    data: contract.user,
  },
  {
    method: 'get',
    path: '/users/user/views',
    summary: 'What one keeps of a screen: its filters, sort and search under a name.',
    query: contract.listViewsQuery,
    data: contract.savedViews,
  },
  {
    method: 'post',
    path: '/users/user/views',
    summary: 'Keep a view of a screen; the same name again replaces.',
    body: contract.saveViewBody,
    data: done,
    written: 200,
  },
  {
    method: 'post',
    path: '/users/user/views/remove',
    summary: 'Keep a view no more.',
    body: contract.removeViewBody,
    data: done,
    written: 200,
  },
  {
    method: 'post',
    path: '/okta/reset-password',
    summary: 'Choose a password, by what the identity provider gave for the token of a mailed link. Signs nobody in.',
    body: contract.resetPasswordBody,
    data: done,
    open: true,
  },
  {
    method: 'get',
    path: '/config',
    summary: 'What the console needs to begin.',
    data: contract.consoleConfig,
    open: true,
  },
  {
    method: 'get',
    path: '/health/live',
    summary: 'The process answers.',
    data: z.object({ live: z.literal(true) }),
    open: true,
  },
  {
    method: 'get',
    path: '/health/ready',
    summary: 'Everything it stands on answers, or 503.',
    data: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
    open: true,
  },
];
