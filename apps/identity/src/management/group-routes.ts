import { Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { newId } from '../secret.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidField, notFound } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { storableOnly } from './require-api-token.js';

const groupBody = z.object({
  profile: z.strictObject({
    name: storableText(255).trim().min(1),
    description: storableText(1024).nullish(),
    secondFactor: z.enum(['REQUIRED', 'OPTIONAL']).nullish(),
  }),
});

const view = ({ id, profile, created_at }: IdentitySchema['group']) => ({
  id,
  type: 'OKTA_GROUP',
  created: created_at,
  profile,
});

/**
 * Okta's groups. The attribute `secondFactor` of a group's profile says whether its members need a second factor, or may enrol one; a
 * tenant has separate policies for that.
 */
export function groupRoutes(provider: IdentityProvider): Router {
  const { db, now } = provider;
  const routes = Router().param('id', storableOnly).param('userId', storableOnly);
  const profileOf = (body: unknown) => {
    const parsed = groupBody.safeParse(body);
    if (parsed.success) return parsed.data.profile;
    throw invalidField(
      'group',
      parsed.error.issues.map(({ path, message }) => `${path.at(-1)?.toString() ?? 'group'}: ${message}`),
    );
  };

  routes.post('/api/v1/groups', jsonBody(), async (request, response) => {
    const profile = profileOf(request.body);
    const group = await db
      .insertInto('group')
      .values({ id: newId('00g'), profile, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (group === undefined) {
      throw invalidField('name', ['name: An object with this field already exists in the current organization']);
    }
    response.json(view(group));
  });

  routes.get('/api/v1/groups', async (_request, response) => {
    response.json((await db.selectFrom('group').selectAll().orderBy('created_at').execute()).map(view));
  });

  routes.put('/api/v1/groups/:id', jsonBody(), async (request, response) => {
    const profile = profileOf(request.body);
    const group = await db
      .updateTable('group')
      .set({ profile })
      .where('id', '=', request.params.id)
      .returningAll()
      .executeTakeFirst();
    if (group === undefined) throw notFound();
    response.json(view(group));
  });

  routes.delete('/api/v1/groups/:id', async (request, response) => {
    const deleted = await db.deleteFrom('group').where('id', '=', request.params.id).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw notFound();
    response.status(204).end();
  });

  routes.put('/api/v1/groups/:id/users/:userId', async (request, response) => {
    const { id: group_id, userId: user_id } = request.params;
    const both = await db
      .selectFrom('group')
      .innerJoin('user', (join) => join.on('user.id', '=', user_id))
      .select('group.id')
      .where('group.id', '=', group_id)
      .executeTakeFirst();
    if (both === undefined) throw notFound();
    await db
      .insertInto('group_member')
      .values({ group_id, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    response.status(204).end();
  });

  routes.delete('/api/v1/groups/:id/users/:userId', async (request, response) => {
    const { id, userId } = request.params;
    await db.deleteFrom('group_member').where('group_id', '=', id).where('user_id', '=', userId).execute();
    response.status(204).end();
  });

  routes.get('/api/v1/users/:id/groups', async (request, response) => {
    const groups = await db
      .selectFrom('group')
      .innerJoin('group_member', 'group_member.group_id', 'group.id')
      .selectAll('group')
      .where('group_member.user_id', '=', request.params.id)
      .orderBy('group.created_at')
      .execute();
    response.json(groups.map(view));
  });

  return routes;
}
