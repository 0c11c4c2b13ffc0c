import { z } from 'zod';
import { chooseNotificationSettingsBody, consoleConfig, language, user } from './account.contract.js';
import { readQuery } from '../envelope.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { route } from '../route/route.js';
import { listViewsQuery, removeViewBody, savedViews, saveViewBody } from './saved-view.contract.js';

export const accountRoutes = {
  findUser: route('GET /users/user/email/{email}', {
    summary: "The caller's own account; staff and admins may read others.",
    who: 'signedIn',
    params: { email: z.string().trim().max(200) },
    query: readQuery,
    answer: user,
    refusals: { 404: ['user/not-found'] },
  }),
  listViews: route('GET /users/user/views', {
    summary: "The caller's saved views of a screen: filters, sort order and search under a name.",
    who: 'signedIn',
    query: listViewsQuery,
    answer: savedViews,
  }),
  saveView: route('POST /users/user/views', {
    summary: 'Save a view of a screen, or give one another name. A view of the same name is replaced.',
    who: 'signedIn',
    body: saveViewBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['account/too-many-views', 'account/view-changed'] },
  }),
  removeView: route('POST /users/user/views/remove', {
    summary: 'Remove a saved view.',
    who: 'signedIn',
    body: removeViewBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['account/view-changed'] },
  }),
  dismissUpdate: route('POST /users/user/dismissed-update', {
    summary: 'No longer announce an update to the caller, in any of their browsers.',
    who: 'signedIn',
    body: z.object({ updateId: z.string().regex(/^[\w-]{1,100}$/) }),
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
  }),
  dismissFile: route('POST /users/user/dismissed-file', {
    summary: 'Show a refused file no longer to the caller, in none of their browsers, or show it again.',
    who: 'signedIn',
    body: z.object({ referralId: caseId, fileId: z.int().min(1).max(1_000_000), isDismissed: z.boolean() }),
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
    refusals: { 404: ['referral/not-found', 'recertification/not-found'] },
  }),
  chooseNotificationSettings: route('POST /users/user/notification-settings', {
    summary: "Choose the caller's email notification settings; only the kinds that change are sent.",
    who: 'signedIn',
    body: chooseNotificationSettingsBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
    refusals: { 409: ['account/unknown'] },
  }),
  chooseLanguage: route('POST /users/user/language', {
    summary: 'Choose the language in which the caller is mailed.',
    who: 'signedIn',
    body: z.object({ language }),
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
    refusals: { 409: ['account/unknown'] },
  }),
  readConfig: route('GET /config', {
    summary: 'Configuration of the console.',
    who: 'anyone',
    answer: consoleConfig,
  }),
} as const;
