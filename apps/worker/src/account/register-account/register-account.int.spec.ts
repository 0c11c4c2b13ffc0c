import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { accountDecider, registrationDecider, type RequestAccount, type Requester } from '@throughline/domain';
import { handleCommand, readState, systemContext } from '@throughline/event-store';
import { findUser, openDatabase, type WorkerConfig } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import type { ReadModelSchema } from '@throughline/read-models';
import { MailAllowance, ORDERS_MAILED_AN_HOUR } from '../../mail/mail-allowance.js';
import { startIdentityProcess } from '../../testing/identity-process.js';
import { workerBench } from '../../testing/worker-bench.js';
import { findOrCreateUser } from '../create-account.js';
import { RegisterAccount } from './register-account.job.js';

const identity = await startIdentityProcess(await testDatabase());
const bench = await workerBench({ dayMs: 24 * 3_600_000, identity });
const portal = openDatabase<ReadModelSchema>(bench.url, { max: 2 });
afterAll(async () => {
  await portal.close();
  await bench.close();
  await identity.close();
});

const nobody: Requester = { manages: null, companyId: null, email: null };
const admin: Requester = { manages: 'all', companyId: 1, email: 'gus@operator.example' };

async function request(email: string, more: Partial<RequestAccount['data']> = {}): Promise<string> {
  const registrationId = randomUUID();
  const at = new Date().toISOString();
  const registrant = { registrationId, lastName: 'Ngata', firstName: 'Rosa', email, phone: null, state: 'AZ' };
  await handleCommand(bench.store, {
    decider: registrationDecider,
    id: registrationId,
    command: {
      type: 'RequestAccount',
      data: { ...registrant, companyId: 12, groups: [], reason: null, requester: nobody, operatorId: 1, at, ...more },
    },
    context: systemContext(randomUUID(), at),
  });
  return registrationId;
}

const config = { publicOrigin: 'http://portal.example' } as WorkerConfig;
const register = async (registrationId: string) => {
  const job = new RegisterAccount(
    bench.store,
    identity,
    identity.mailbox,
    new MailAllowance(portal.db),
    config,
    () => new Date(),
  );
  await job.process({ registrationId });
  await job.process({ registrationId });
};
const accountOf = async (email: string) => {
  const user = await findUser(identity, email);
  return user ? (await readState(bench.store, accountDecider, user.id)).state.account : null;
};
const subjectsTo = async (email: string) =>
  (await identity.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

/** Registers somebody who has chosen a password. */
async function activated(email: string, more: Partial<RequestAccount['data']> = {}): Promise<void> {
  const registrant = { firstName: 'Rosa', lastName: 'Ngata', email, phone: null, language: more.language };
  await findOrCreateUser(identity, registrant, 'Corr3ct-horse!');
  await register(await request(email, more));
}

describe('Somebody who registers', () => {
  it('gets an account without rights, which claims their company, and one link to activate it', async () => {
    const email = 'new@plan.example';
    await register(await request(email));
    expect(await accountOf(email)).toMatchObject({
      firstName: 'Rosa',
      email,
      companyId: null,
      claimedCompanyId: 12,
      admin: false,
      groups: [],
    });
    expect(await subjectsTo(email)).toEqual(['Activate your Throughline account']);
  });

  it('with an address that has an account changes nothing, and its owner is mailed', async () => {
    const email = 'known@plan.example';
    await activated(email);
    const before = await accountOf(email);
    await register(await request(email, { firstName: 'Eve', companyId: 26 }));
    expect(await accountOf(email)).toEqual(before);
    expect(await subjectsTo(email)).toEqual(['You already have a Throughline account']);
  });

  it.each<[string, Requester]>([
    ['was invited', admin],
    ['has registered before', nobody],
  ])('and %s, without a password yet, is mailed the link to activate the account again', async (how, requester) => {
    const email = `${how.replaceAll(' ', '.')}@plan.example`;
    await register(await request(email, { requester, reason: 'New colleague' }));
    const before = await accountOf(email);
    await register(await request(email, { firstName: 'Eve', companyId: 26 }));
    expect(await accountOf(email)).toEqual(before);
    const mails = (await identity.mails()).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Activate your Throughline account'));
    for (const { text } of mails) expect(text).toContain('/activate/');
  });

  it('in Spanish has an account in Spanish, and is mailed so, also when somebody tries to in English', async () => {
    const email = 'inés@plan.example';
    await register(await request(email, { language: 'es' }));
    expect(await accountOf(email)).toMatchObject({ language: 'es' });
    expect((await findUser(identity, email))?.profile.locale).toBe('es_US');
    await register(await request(email, { language: 'en' }));
    expect(await subjectsTo(email)).toEqual(Array(2).fill('Active su cuenta de Throughline'));
    const known = 'iñaki@plan.example';
    await activated(known, { language: 'es' });
    await register(await request(known, { language: 'en' }));
    expect(await subjectsTo(known)).toEqual(['Usted ya tiene una cuenta de Throughline']);
  });

  it('with another spelling of an address that has an account opens no second one; its owner is mailed there', async () => {
    const email = 'spelt@plan.example';
    await activated(email);
    await register(await request('Spelt@ｐｌａｎ。example'));
    expect(await subjectsTo(email)).toContain('You already have a Throughline account');
    expect(new Set((await identity.mails()).map(({ to }) => to))).not.toContain('Spelt@ｐｌａｎ。example');
  });

  it('whose account was deactivated is mailed that it is', async () => {
    const email = 'deactivated@plan.example';
    await register(await request(email));
    await identity.mails();
    const { userId } = (await accountOf(email))!;
    await handleCommand(bench.store, {
      decider: accountDecider,
      id: userId,
      command: {
        type: 'DeactivateAccount',
        data: {
          reason: 'Has left',
          seen: { switches: 0, admin: false, siteAdmin: false, groups: [], companyId: null },
          by: 'u-admin',
          otherAdmins: 1,
        },
      },
      context: systemContext(randomUUID(), new Date().toISOString()),
    });
    await register(await request(email));
    const [newest] = (await identity.mails()).filter(({ to }) => to === email);
    expect(newest?.subject).toBe('Your Throughline account is deactivated');
    expect(newest?.text).not.toContain('Sign in, or choose');
  });

  it('is mailed no more than a few times an hour', async () => {
    const email = 'flooded@plan.example';
    for (let n = 0; n < ORDERS_MAILED_AN_HOUR + 2; n++) await register(await request(email));
    expect(await subjectsTo(email)).toHaveLength(ORDERS_MAILED_AN_HOUR);
  });
});

describe('Somebody whom an administrator invites', () => {
  it('is mailed about an account that exists already no more than a few times an hour', async () => {
    const email = 'nagged@plan.example';
    await activated(email, { requester: admin, reason: 'First' });
    for (let n = 0; n < ORDERS_MAILED_AN_HOUR + 3; n++)
      await register(await request(email, { requester: admin, companyId: 1, groups: ['Ops'], reason: 'Again' }));
    const subjects = (await subjectsTo(email)).filter(
      (subject) => subject === 'You already have a Throughline account',
    );
    expect(subjects).toHaveLength(ORDERS_MAILED_AN_HOUR);
  });

  it('belongs to the company, with groups, and the account says who asked and why', async () => {
    const email = 'invited@plan.example';
    const asked = { companyId: 1, groups: ['Ops'], overrideCompanyGroups: true, reason: 'New colleague' };
    await register(await request(email, { requester: admin, ...asked }));
    expect(await accountOf(email)).toMatchObject({ companyId: 1, groups: ['Ops'], admin: false });
  });
});
