import { z } from 'zod';
import { enrolledGroup, user } from './account.contract.js';
import { readQuery } from '../envelope.contract.js';
import {
  companyBody,
  createUserBody,
  deactivateBody,
  endSessionBody,
  groupsBody,
  listGroupsQuery,
  listUsersQuery,
  profileBody,
  reactivateBody,
  roleBody,
  signInActBody,
  userList,
  userSessions,
} from './manage-account.contract.js';
import { route } from '../route/route.js';

const ofUser = { id: z.string().trim().min(1).max(100) };
const UNKNOWN = { 404: ['user/not-found'] } as const;
const OF_TURN = ['account/changed-meanwhile', 'account/never-seen'] as const;

/** An administrative act: a command on somebody's account, with its reason. */
const act = { params: ofUser, answer: z.null(), idempotent: true } as const;

export const manageAccountRoutes = {
  listSessions: route('GET /users/user/sessions', {
    summary: "The caller's own sessions, newest first.",
    who: 'signedIn',
    answer: userSessions,
  }),
  endSession: route('POST /users/user/sessions/end', {
    summary: "End one of the caller's own sessions, or all of them.",
    who: 'signedIn',
    body: endSessionBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
    refusals: { 404: ['session/not-found'] },
  }),
  listUsers: route('GET /users', {
    summary: "People by name, email address or company. A company's site administrator sees their own company.",
    who: 'managesAccounts',
    query: listUsersQuery,
    answer: userList,
  }),
  readUser: route('GET /users/user/{id}', {
    summary: 'A person: oneself, and for staff, admins and their site administrator others.',
    who: 'signedIn',
    params: ofUser,
    query: readQuery,
    answer: user,
    refusals: UNKNOWN,
  }),
  listGroups: route('GET /users/groups/{id}', {
    summary:
      'The groups that a person is enrolled in; with `company`, those that people of that company can be enrolled in.',
    who: 'signedIn',
    params: ofUser,
    query: listGroupsQuery,
    answer: z.array(enrolledGroup),
    refusals: UNKNOWN,
  }),
  createUser: route('POST /okta/create', {
    summary:
      'Ask for an account: for oneself, or as an administrator for another person. The answer is the same whether the address has an account or not.',
    who: 'anyone',
    body: createUserBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'addition',
    limit: 'lookUp',
    refusals: {
      403: ['identity/not-allowed'],
      409: [
        'registration/operator-company',
        'registration/another-company',
        'account/unknown-company',
        'account/unknown-group',
      ],
    },
  }),
  changeProfile: route('POST /users/user/{id}/profile', {
    ...act,
    meanwhile: 'seen',
    summary: 'Admins: change names and phone numbers.',
    who: 'administers',
    body: profileBody,
    refusals: { ...UNKNOWN, 409: ['account/changed-meanwhile'] },
  }),
  changeGroups: route('POST /users/user/{id}/groups', {
    ...act,
    meanwhile: 'seen',
    summary: 'Admins: change the groups that a person is enrolled in.',
    who: 'administers',
    body: groupsBody,
    refusals: { ...UNKNOWN, 409: ['account/unknown-group', 'account/changed-meanwhile'] },
  }),
  changeRole: route('POST /users/user/{id}/role', {
    ...act,
    meanwhile: 'seen',
    summary: "Admins: make a person an admin or their company's site administrator, or take that away.",
    who: 'administers',
    body: roleBody,
    refusals: {
      ...UNKNOWN,
      409: ['account/own-admin-right', 'account/last-admin', 'account/no-site', 'account/changed-meanwhile'],
    },
  }),
  assignCompany: route('POST /users/user/{id}/company', {
    ...act,
    meanwhile: 'seen',
    summary: 'Admins: confirm the company that a person claims, refuse the claim, or move the person.',
    who: 'administers',
    body: companyBody,
    refusals: {
      ...UNKNOWN,
      409: ['account/unknown-company', 'account/own-company', 'item-task/not-an-assignee', 'account/changed-meanwhile'],
    },
  }),
  deactivateUser: route('POST /users/user/{id}/deactivate', {
    ...act,
    meanwhile: 'seen',
    summary:
      'Deactivate an account: the person can neither sign in nor go on. Site administrators: people of their company.',
    who: 'managesAccounts',
    body: deactivateBody,
    refusals: {
      ...UNKNOWN,
      409: ['account/own-account', 'account/last-admin', 'item-task/not-an-assignee', ...OF_TURN],
    },
  }),
  reactivateUser: route('POST /users/user/{id}/reactivate', {
    ...act,
    meanwhile: 'seen',
    summary: 'Admins: reactivate an account. The person is mailed a link to choose a password.',
    who: 'administers',
    body: reactivateBody,
    refusals: { ...UNKNOWN, 409: OF_TURN },
  }),
  orderSignInAct: route('POST /users/user/{id}/sign-in', {
    ...act,
    meanwhile: 'step',
    summary: 'Admins: have the identity provider expire a password, mail a reset link, unlock, or end all sessions.',
    who: 'administers',
    body: signInActBody,
    refusals: { ...UNKNOWN, 409: ['account/deactivated'] },
  }),
} as const;
