import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InternalNote, ReferralHistory } from '@throughline/contracts';
import { internalNoteDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { PEOPLE, startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const writtenAt = '2026-11-21T12:00:00.000Z';

describe('Internal notes', () => {
  let id: string;
  beforeAll(async () => {
    id = (await submitOrder(api, anOrder(), { as: 'referrer' })).body.data;
    const { position } = await handleCommand(api.engines.store, {
      decider: internalNoteDecider,
      id,
      command: {
        type: 'NoteAdditionalInformation',
        data: { referralId: id, text: 'Call after 5 p.m.', authorUserId: PEOPLE.referrer.userId, writtenAt },
      },
      context: {
        commandId: randomUUID(),
        actor: SYSTEM_ACTOR,
        at: writtenAt,
        correlationId: randomUUID(),
        causationId: null,
      },
    });
    await waitUntilProjected(api.engines.database.db, position ?? 0);
  });

  it.each(['staff', 'ops'] as const)('are read by %s, with their author', async (as) => {
    const { body } = await get<readonly InternalNote[]>(api, `/internal-notes/referral/${id}`, { as });
    expect(body.data).toEqual([
      {
        id: `${id}-1`,
        parentNoteId: null,
        isDeleted: false,
        createdByUser: { id: PEOPLE.referrer.userId, name: 'Ana Ruiz', company: 'Saguaro Health Plan' },
        fromProvider: false,
        // No task was opened for this order.
        departments: [],
        subDepartments: [],
        createdAt: writtenAt,
        dateLastModified: null,
        note: '<p>Call after 5 p.m.</p>',
        unread: false,
      },
    ]);
  });

  it.each([
    ['referrer', 403],
    ['colleague', 403],
    [undefined, 401],
  ] as const)('cannot be read by %s, not even by their author', async (as, status) => {
    expect((await get(api, `/internal-notes/referral/${id}`, as && { as })).status).toBe(status);
  });

  it('belong to one referral', async () => {
    expect((await get(api, '/internal-notes/referral/000000000000000', { as: 'staff' })).status).toBe(404);
    const other = (await submitOrder(api, anOrder(), { as: 'referrer' })).body.data;
    await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
    expect((await get(api, `/internal-notes/referral/${other}`, { as: 'staff' })).body.data).toEqual([]);
  });

  it('are in the audit, with the people who have read them', async () => {
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.entries.map(({ event }) => event.type)).toContain('InternalNoteWritten');
    expect(body.data.accesses).toContainEqual(expect.objectContaining({ screen: 'Internal notes', role: 'staff' }));
    expect(body.data.chains).toContainEqual(expect.objectContaining({ stream: `internalNote-${id}`, ok: true }));
  });
});
