import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountCreated, type Actor, mayReadReferral, type Recorded } from '@throughline/domain';
import { activateUser, createUser, findUser, openDatabase } from '@throughline/platform';
import { testDatabase, until } from '@throughline/platform/testing';
import { findReferralOwners, type ReadModelSchema, readModelsReach } from '@throughline/read-models';
import { MailAllowance, ORDERS_MAILED_AN_HOUR } from '../../mail/mail-allowance.js';
import { startIdentityProcess } from '../../testing/identity-process.js';
import { memberValues } from '../../testing/member-values.js';
import { anOrder, submitAnOrder, workerBench } from '../../testing/worker-bench.js';
import { createAccount } from '../create-account.js';
import { OpenAccount } from './open-account.job.js';

const ANA: Actor = { userId: 'u-ana', email: 'ana@plan.example', role: 'referrer', companyId: 12 };
const person = (login: string) => ({ firstName: 'Rosa', lastName: 'Ngata', login, email: login });

const identity = await startIdentityProcess(await testDatabase());
const bench = await workerBench({ dayMs: 24 * 3_600_000, identity });
const portal = openDatabase<ReadModelSchema>(bench.url, { max: 2 });
const allowance = new MailAllowance(portal.db);
afterAll(async () => {
  await portal.close();
  await bench.close();
  await identity.close();
});

const open = (referralId: string, now = () => new Date()) =>
  new OpenAccount(bench.store, identity, allowance, now).process({ referralId });
const mailsTo = async (login: string) => (await identity.mails()).filter(({ to }) => to === login);

async function accountsOf(email: string): Promise<readonly Recorded<AccountCreated>[]> {
  const accounts: Recorded<AccountCreated>[] = [];
  for await (const event of bench.store.readAll({ after: 0 })) {
    const created = event as Recorded<AccountCreated>;
    if (created.type === 'AccountCreated' && created.data.email === email) accounts.push(created);
  }
  return accounts;
}

const asksFor = (n: number, email: string, actor?: Actor) =>
  submitAnOrder(bench.store, n, { email, wantsMail: true, ...(actor && { actor }) });

describe('A referrer without an account', () => {
  it('gets one, of no company, and a link to activate it that says nothing about the member', async () => {
    const email = 'new@plan.example';
    const referralId = await asksFor(1, email);
    await open(referralId);
    await open(referralId);
    expect(await accountsOf(email)).toMatchObject([
      { data: { email, firstName: 'Ana', lastName: 'Ruiz', companyId: null, admin: false, groups: [] } },
    ]);
    expect((await findUser(identity, email))?.status).toBe('PROVISIONED');
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/http:\/\/localhost:3000\/activate\/\S{40,}/);
    const values = memberValues(anOrder(1, { at: new Date().toISOString(), email, wantsMail: true }));
    expect(values.filter((value) => JSON.stringify(mails).includes(value))).toEqual([]);
  });

  it('who ordered in Spanish gets one in Spanish', async () => {
    const email = 'nuevo@plan.example';
    await open(await submitAnOrder(bench.store, 10, { email, wantsMail: true, language: 'es' }));
    expect(await accountsOf(email)).toMatchObject([{ data: { language: 'es' } }]);
    expect(await mailsTo(email)).toMatchObject([{ subject: 'Active su cuenta de Throughline' }]);
  });

  it('gets the account that an earlier run left incomplete', async () => {
    const email = 'half@plan.example';
    const staged = await createUser(identity, person(email));
    await open(await asksFor(2, email));
    expect(await accountsOf(email)).toMatchObject([{ data: { userId: staged.id, firstName: 'Rosa' } }]);
    expect(await mailsTo(email)).toHaveLength(1);

    const late = 'almost@plan.example';
    await activateUser(identity, (await createUser(identity, person(late))).id);
    await open(await asksFor(3, late));
    expect([(await accountsOf(late)).length, (await mailsTo(late)).length]).toEqual([1, 1]);
  });

  it('gets none for an order about which nothing is mailed', async () => {
    const email = 'flooded@plan.example';
    for (let n = 0; n < ORDERS_MAILED_AN_HOUR; n++) {
      await allowance.grants({ referralId: `flood-${n}`, recipient: email, now: new Date() });
    }
    await open(await asksFor(20, email));
    expect([await findUser(identity, email), await mailsTo(email)]).toEqual([undefined, []]);
  });

  it('gets none if the submitter was signed in, no mail is wanted, or the order is days old', async () => {
    const email = 'none@plan.example';
    await open(await asksFor(4, email, ANA));
    await open(await submitAnOrder(bench.store, 5, { email }));
    await open(await asksFor(6, email), () => new Date(Date.now() + 3 * 24 * 3_600_000));
    expect(await findUser(identity, email)).toBeUndefined();
  });
});

describe('A referrer with an account', () => {
  it('keeps it as it is, and is sent nothing', async () => {
    const login = 'known@plan.example';
    const known = { ...person(login), phone: '6025550112', companyId: 12, admin: false, groups: [] };
    await createAccount(bench.store, identity, known, 'Corr3ct-horse!', new Date().toISOString());
    const before = await findUser(identity, login);
    await open(await asksFor(7, 'Known@Plan.example'));
    expect(await findUser(identity, login)).toEqual(before);
    expect(await accountsOf(login)).toMatchObject([{ data: { lastName: 'Ngata', companyId: 12 } }]);
    expect(await accountsOf('Known@Plan.example')).toEqual([]);
    expect((await identity.mails()).filter(({ to }) => to.toLowerCase() === login)).toEqual([]);
  });
});

describe('Two orders of one address, through the whole worker', () => {
  let db: ReturnType<typeof openDatabase<ReadModelSchema>>;
  beforeAll(async () => {
    db = openDatabase<ReadModelSchema>(bench.url, { max: 2 });
    await bench.start();
  });
  afterAll(() => db.close());

  it('open one account, which may read neither order', async () => {
    const email = 'twice@plan.example';
    const ids = await Promise.all([asksFor(8, email), asksFor(9, email)]);
    await until('one has an account', async () => (await accountsOf(email)).length > 0);
    // The second job runs as well: it finds the account, now or at its next attempt.
    for (const referralId of ids) await open(referralId);
    const accounts = await accountsOf(email);
    expect([accounts.length, (await mailsTo(email)).length]).toEqual([1, 1]);

    const head = await bench.store.head();
    await until('the read models know it', () => readModelsReach(db.db, head));
    const owner: Actor = { userId: accounts[0]!.data.userId, email, role: 'referrer', companyId: null };
    for (const referralId of ids) {
      const owners = await findReferralOwners(db.db, referralId);
      expect(owners && mayReadReferral(owner, owners)).toBe(false);
    }
  });
});
