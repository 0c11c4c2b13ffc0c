import { type Request, Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { activateUser, mailActivation } from '../recovery/activate-user.js';
import { changeRecoveryQuestion } from '../recovery/recovery-question.js';
import { issueRecoveryToken } from '../recovery/recovery-token.js';
import { mailRecovery, resetLink } from '../recovery/request-recovery.js';
import { createUser } from '../user/create-user.js';
import { changeStatus, deleteFactors, type StatusChange, unlockUser } from '../user/lifecycle.js';
import { findUserById, findUserByLogin, findUsersById, listUsers, updateProfile, type User } from '../user/user.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidField, notFound, wrongUserStatus } from '../wire/okta-error.js';
import { queryFlag, storableText, wholeNumber } from '../wire/storable-text.js';
import { storableOnly } from './require-api-token.js';

const MAX_PAGE = 200;
const MAX_FILTER_LENGTH = 8_000;
/** The only filter of Okta's that the portal uses: `id eq "…" or id eq "…"`. */
const BY_IDS = /^id eq "[\w-]+"( or id eq "[\w-]+")*$/;
const listQuery = z.object({
  q: storableText(100).default(''),
  filter: z.string().max(MAX_FILTER_LENGTH).regex(BY_IDS).optional(),
  limit: wholeNumber(1, MAX_PAGE).default(MAX_PAGE),
  after: storableText(100).default(''),
});

/** Okta's management of users, for the portal's own servers. */
export function userRoutes(provider: IdentityProvider): Router {
  const routes = Router().param('id', storableOnly).param('idOrLogin', storableOnly);
  const userOf = async ({ params }: Request<{ id: string }>): Promise<User> => {
    const user = await findUserById(provider, params.id);
    if (user === undefined) throw notFound();
    return user;
  };

  routes.post('/api/v1/users', jsonBody(), async (request, response) => {
    const user = await createUser(provider, request.body, { activate: queryFlag(request.query, 'activate', true) });
    response.json(managementView(user));
  });

  routes.get('/api/v1/users', async (request, response) => {
    const parsed = listQuery.safeParse(request.query);
    if (!parsed.success) throw invalidField('query', ["The 'q', 'filter', 'limit' or 'after' parameter is invalid."]);
    const { q, filter, limit, after } = parsed.data;
    if (filter !== undefined) {
      const ids = [...filter.matchAll(/"([^"]+)"/g)].map(([, id]) => id ?? '');
      return void response.json((await findUsersById(provider, ids)).map(managementView));
    }
    const users = await listUsers(provider, { startingWith: q, limit, after });
    const last = users.at(-1);
    if (users.length === limit && last !== undefined) {
      const next = new URLSearchParams({ q, limit: String(limit), after: last.login_key });
      response.set('Link', `<${new URL(provider.issuer).origin}/api/v1/users?${next.toString()}>; rel="next"`);
    }
    response.json(users.map(managementView));
  });

  routes.get('/api/v1/users/:idOrLogin', async (request, response) => {
    const { idOrLogin } = request.params;
    const user = (await findUserById(provider, idOrLogin)) ?? (await findUserByLogin(provider, idOrLogin));
    if (user === undefined) throw notFound();
    response.json(managementView(user));
  });

  routes.post('/api/v1/users/:id', jsonBody(), async (request, response) => {
    response.json(managementView(await updateProfile(provider, await userOf(request), request.body)));
  });

  routes.post('/api/v1/users/:id/credentials/change_recovery_question', jsonBody(), async (request, response) => {
    response.json(credentialsView(await changeRecoveryQuestion(provider, await userOf(request), request.body)));
  });

  routes.post('/api/v1/users/:id/lifecycle/activate', async (request, response) => {
    await activateUser(provider, await userOf(request));
    response.json({});
  });

  routes.post('/api/v1/users/:id/lifecycle/reactivate', async (request, response) => {
    const user = await userOf(request);
    if (user.status !== 'PROVISIONED') throw wrongUserStatus();
    await mailActivation(provider, user);
    response.json({});
  });

  for (const change of ['suspend', 'unsuspend', 'deactivate', 'expire_password'] satisfies StatusChange[]) {
    routes.post(`/api/v1/users/:id/lifecycle/${change}`, async (request, response) => {
      await changeStatus(provider, await userOf(request), change);
      response.json({});
    });
  }

  routes.post('/api/v1/users/:id/lifecycle/reset_password', async (request, response) => {
    const isMailed = queryFlag(request.query, 'sendEmail', true);
    const user = await userOf(request);
    await changeStatus(provider, user, 'reset_password');
    if (isMailed) {
      await mailRecovery(provider, user, { recoveryType: 'PASSWORD', words: 'recoveryByAdministrator' });
      return void response.json({});
    }
    const token = await issueRecoveryToken(provider, user.id, 'PASSWORD');
    response.json({ resetPasswordUrl: resetLink(new URL(provider.issuer).origin, token) });
  });

  routes.post('/api/v1/users/:id/lifecycle/unlock', async (request, response) => {
    await unlockUser(provider, await userOf(request));
    response.json({});
  });

  routes.post('/api/v1/users/:id/lifecycle/reset_factors', async (request, response) => {
    await deleteFactors(provider, await userOf(request));
    response.json({});
  });

  return routes;
}

function managementView(user: User) {
  return {
    id: user.id,
    status: user.status,
    created: user.created_at,
    activated: user.activated_at,
    lastLogin: user.last_sign_in_at,
    passwordChanged: user.password_changed_at,
    profile: user.profile,
    credentials: credentialsView(user),
  };
}

const credentialsView = ({ recovery_question: question }: User) => ({
  ...(question !== null && { recovery_question: { question } }),
  provider: { type: 'OKTA', name: 'OKTA' },
});
