import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AccountCommand,
  accountDecider,
  type ProviderActSettled,
  type Recorded,
  type SignInAct,
} from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { workerBench } from '../../testing/worker-bench.js';
import { CarryOutActs } from './carry-out-acts.job.js';

/** Answers the management calls in Okta's wire format, and remembers those that change something. */
let status = 'ACTIVE';
let calls: string[] = [];
let next: { readonly status: number; readonly body: object } | null = null;
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '' } = request;
  response.setHeader('content-type', 'application/json');
  if (method === 'GET') return void response.end(JSON.stringify({ id: 'u', status, profile: {} }));
  calls.push(`${method} ${url} ${await text(request)}`.trim());
  const sent = next ?? { status: 200, body: { id: 'u', status, profile: {} } };
  next = null;
  return void response.writeHead(sent.status).end(JSON.stringify(sent.body));
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const identity = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'the token of the specs' };
const bench = await workerBench({ dayMs: 24 * 3_600_000, identity });
afterAll(async () => {
  await bench.close();
  server.close();
});
beforeEach(() => {
  [status, calls, next] = ['ACTIVE', [], null];
});

const execute = (userId: string, command: AccountCommand) =>
  handleCommand(bench.store, {
    decider: accountDecider,
    id: userId,
    command,
    context: systemContext(randomUUID(), new Date().toISOString()),
  });
const reason = 'She left';
const STANDING = { admin: false, siteAdmin: false, groups: [], companyId: 12 };
const rights = { reason, by: 'u-admin', otherAdmins: 1 };

let nth = 0;
async function aPerson(): Promise<string> {
  const userId = `u${(nth += 1)}`;
  const names = { lastName: 'Ruiz', firstName: 'Ana', email: `${userId}@plan.example`, primaryPhone: null };
  await execute(userId, {
    type: 'CreateAccount',
    data: { userId, ...names, companyId: 12, admin: false, groups: [] },
  });
  return userId;
}

const run = (userId: string) => new CarryOutActs(bench.store, identity, () => new Date()).process({ userId });
async function settled(userId: string): Promise<ProviderActSettled['data'][]> {
  const events: Recorded[] = [];
  for await (const event of bench.store.readStream(`account-${userId}`)) events.push(event);
  return events
    .filter(({ type }) => type === 'ProviderActSettled')
    .map(({ data }) => data as ProviderActSettled['data']);
}
const order = (userId: string, act: SignInAct) => execute(userId, { type: 'OrderSignInAct', data: { act, reason } });

describe('The language that a person chooses', () => {
  it('is stored in the profile at the identity provider', async () => {
    const userId = await aPerson();
    await execute(userId, { type: 'ChooseLanguage', data: { language: 'es' } });
    await run(userId);
    expect(calls).toEqual(['POST /api/v1/users/u {"profile":{"locale":"es_US"}}']);
    expect(await settled(userId)).toEqual([{ actNumber: 1, act: 'update-language', refusal: null }]);
  });
});

describe('What administrators order', () => {
  it('is done by the identity provider once each, in that order, and recorded', async () => {
    const userId = await aPerson();
    await order(userId, 'unlock');
    await order(userId, 'end-sessions');
    await order(userId, 'remove-factors');
    await order(userId, 'reset-password');
    await order(userId, 'expire-password');
    await execute(userId, { type: 'DeactivateAccount', data: { ...rights, seen: { switches: 0, ...STANDING } } });
    await run(userId);
    await run(userId);
    const path = `/api/v1/users/u`;
    expect(calls).toEqual([
      `POST ${path}/lifecycle/unlock`,
      `DELETE ${path}/sessions?oauthTokens=true`,
      `POST ${path}/lifecycle/reset_factors`,
      `POST ${path}/lifecycle/reset_password?sendEmail=true`,
      `POST ${path}/lifecycle/expire_password`,
      `POST ${path}/lifecycle/deactivate`,
    ]);
    expect(await settled(userId)).toMatchObject([1, 2, 3, 4, 5, 6].map((actNumber) => ({ actNumber, refusal: null })));
  });

  it('is not asked for again when the provider is in that state already', async () => {
    const userId = await aPerson();
    await execute(userId, { type: 'DeactivateAccount', data: { ...rights, seen: { switches: 0, ...STANDING } } });
    status = 'DEPROVISIONED';
    await run(userId);
    expect([calls, (await settled(userId)).length]).toEqual([[], 1]);
    await execute(userId, { type: 'ReactivateAccount', data: { reason, seen: { switches: 1, ...STANDING } } });
    await run(userId);
    expect(calls).toEqual(['POST /api/v1/users/u/lifecycle/activate?sendEmail=true']);
  });

  it.each([
    ['STAGED', 'activate?sendEmail=true'],
    ['PROVISIONED', 'reactivate?sendEmail=true'],
  ])('mails a new invitation to somebody who is %s', async (before, call) => {
    const userId = await aPerson();
    status = before;
    await order(userId, 'invite');
    await run(userId);
    expect(calls).toEqual([`POST /api/v1/users/u/lifecycle/${call}`]);
  });

  it('is tried again while the provider fails, and recorded as refused when it refuses', async () => {
    const userId = await aPerson();
    await order(userId, 'unlock');
    next = { status: 503, body: { errorSummary: 'Down' } };
    await expect(run(userId)).rejects.toThrow('503');
    expect(await settled(userId)).toEqual([]);
    next = { status: 403, body: { errorSummary: 'Not now' } };
    await run(userId);
    expect(await settled(userId)).toEqual([
      { actNumber: 1, act: 'unlock', refusal: 'The identity provider answered 403: Not now' },
    ]);
  });
});
