import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountCommand, accountDecider, type Actor, referralDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { Mailbox, MailNotSent, type MailTransport, openDatabase, openMailTransport } from '@throughline/platform';
import { freePort, testDatabase, until } from '@throughline/platform/testing';
import type { WorkerDatabase } from '../../engines/engines.js';
import { JOB_QUEUE, type JobQueue } from '../../queue/job-queue.js';
import { memberValues } from '../../testing/member-values.js';
import {
  anOrder,
  countEvents,
  type OrderOptions,
  submitAnOrder,
  waitForEvery,
  workerBench,
} from '../../testing/worker-bench.js';
import { MailAllowance, ORDERS_MAILED_AN_HOUR } from '../../mail/mail-allowance.js';
import { SendReferralMail } from './send-referral-mail.job.js';

const ORIGIN = 'http://localhost:3000';
const ANA: Actor = { userId: 'u-ana', email: 'ana@plan.example', role: 'referrer', companyId: 12 };
const DAY_MS = 24 * 3_600_000;

type Bench = Awaited<ReturnType<typeof workerBench>>;

async function mailsOf({ url }: Bench) {
  const { pool, close } = openDatabase(url, { max: 1 });
  const mails = await (await Mailbox.open(pool, 'x@portal.example')).list();
  await close();
  return mails;
}

describe('The mail with the referral ID', () => {
  it('goes out once for each order, with its ID, a link, and nothing about the member', async () => {
    const bench = await workerBench({ dayMs: DAY_MS });
    try {
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
      const ids = await Promise.all(
        numbers.map((n) => submitAnOrder(bench.store, n, { wantsMail: true, email: `ana${n}@plan.example` })),
      );
      await bench.start();
      await waitForEvery(bench.store, 'ReferralMailSent', ids);

      const mails = await mailsOf(bench);
      expect(mails.map(({ subject }) => subject).sort()).toEqual(ids.map((id) => `Referral ${id} was received`).sort());
      for (const { subject, text, to } of mails) {
        expect(text).toContain(`${ORIGIN}/referral/${/\d{15}/.exec(subject)?.[0]}`);
        expect(to).toMatch(/^ana\d@plan.example$/);
      }
      const at = new Date().toISOString();
      // The IDs are removed, because their digits may happen to contain a ZIP code.
      const withoutIds = ids.reduce((text, id) => text.replaceAll(id, ''), JSON.stringify(mails));
      for (const n of numbers) {
        const values = memberValues(anOrder(n, { at, email: `ana${n}@plan.example`, wantsMail: true }));
        expect(values.length).toBeGreaterThan(10);
        expect(values.filter((value) => withoutIds.includes(value))).toEqual([]);
      }
    } finally {
      await bench.close();
    }
  });

  it('goes out although every job was deleted', async () => {
    const bench = await workerBench({ dayMs: DAY_MS });
    try {
      const planning = await bench.start({ jobs: false });
      const queue = planning.get<JobQueue>(JOB_QUEUE);
      const id = await submitAnOrder(bench.store, 1, { wantsMail: true });
      const refused = await submitAnOrder(bench.store, 2, { wantsMail: true, eligiblePatientId: 'nobody' });
      await waitForEvery(bench.store, 'TaskOpened', [id, refused]);
      // Waits for the jobs of PDF, mail and account; the due days are not in the queue yet.
      await until('all are planned', async () => (await queue.health(Date.now())).waiting >= 6);
      await queue.flush();
      await bench.stop(planning);
      expect(await mailsOf(bench)).toEqual([]);

      await bench.start();
      await waitForEvery(bench.store, 'ReferralMailSent', [id, refused]);
      expect((await mailsOf(bench)).map(({ subject }) => subject).sort()).toEqual([
        `Referral ${id} was received`,
        `Referral ${refused} will not be delivered`,
      ]);
    } finally {
      await bench.close();
    }
  });
});

describe('Sending the mail with the referral ID', () => {
  let bench: Bench;
  let mailbox: Mailbox;
  let database: ReturnType<typeof openDatabase>;
  let portal: WorkerDatabase;
  let allowance: MailAllowance;
  beforeAll(async () => {
    bench = await workerBench({ dayMs: DAY_MS });
    database = openDatabase(await testDatabase(), { max: 2 });
    mailbox = await Mailbox.open(database.pool, 'referrals@portal.example');
    portal = openDatabase(bench.url, { max: 4 });
    allowance = new MailAllowance(portal.db);
  });
  afterAll(async () => {
    await database.close();
    await portal.close();
    await bench.close();
  });

  const order = (n: number, more: OrderOptions = {}) =>
    submitAnOrder(bench.store, n, { wantsMail: true, email: `person${n}@plan.example`, ...more });

  const processor = (now = () => new Date(), mail: MailTransport = mailbox) =>
    new SendReferralMail(bench.store, mail, allowance, { publicOrigin: ORIGIN }, now);
  const recordOutcome = (referralId: string, outcome: 'redeemed' | 'refused') => {
    const at = new Date().toISOString();
    return handleCommand(bench.store, {
      decider: referralDecider,
      id: referralId,
      command: { type: 'RecordBenefitOutcome', data: { referralId, outcome, decidedAt: at } },
      context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: referralId, causationId: null },
    });
  };
  const mailsAbout = async (referralId: string) =>
    (await mailbox.list()).filter(({ subject }) => subject.includes(referralId));

  it('twice sends it once', async () => {
    const referralId = await order(11);
    await processor().process({ referralId });
    await processor().process({ referralId });
    expect(await mailsAbout(referralId)).toHaveLength(1);
    expect((await countEvents(bench.store, 'ReferralMailSent')).get(referralId)).toBe(1);
  });

  it('sends nothing if the referrer wants no mail, the order is days old, or there is no order', async () => {
    const unwanted = await order(12, { wantsMail: false });
    const old = await order(13);
    await processor().process({ referralId: unwanted });
    await processor(() => new Date(Date.now() + 3 * DAY_MS)).process({ referralId: old });
    await processor().process({ referralId: '000000000000000' });
    for (const referralId of [unwanted, old]) expect(await mailsAbout(referralId)).toEqual([]);
  });

  it.each([
    ['redeemed', 'was received'],
    ['refused', 'will not be delivered'],
  ] as const)('waits until a benefit is %s, and then states the outcome, once', async (outcome, words) => {
    const n = outcome === 'redeemed' ? 15 : 16;
    const referralId = await order(n, { eligiblePatientId: `benefit ${n}` });
    await processor().process({ referralId });
    expect(await mailsAbout(referralId)).toEqual([]);
    await recordOutcome(referralId, outcome);
    await processor().process({ referralId });
    await processor().process({ referralId });
    const [mail, ...more] = await mailsAbout(referralId);
    expect(mail?.subject).toBe(`Referral ${referralId} ${words}`);
    expect(more).toEqual([]);
  });

  describe('when the submitter is not signed in', () => {
    const email = 'victim@plan.example';
    const recorded = async (type: 'ReferralMailSent' | 'ReferralMailWithheld', ids: readonly string[]) => {
      const counts = await countEvents(bench.store, type);
      return ids.filter((id) => counts.has(id));
    };

    it('goes to one address for a few orders an hour, also if they are concurrent; for the others it is recorded as withheld', async () => {
      const spellings = [email, 'Victim@Plan.example', ' victim+1@plan.example', 'victim+2+3@PLAN.example'];
      const ids = await Promise.all(
        Array.from({ length: 12 }, (_, n) => order(20 + n, { email: spellings[n % spellings.length] ?? email })),
      );
      await Promise.all(ids.map((referralId) => processor().process({ referralId })));
      for (const referralId of ids) await processor().process({ referralId });
      const sent = await recorded('ReferralMailSent', ids);
      expect(sent).toHaveLength(ORDERS_MAILED_AN_HOUR);
      expect(await recorded('ReferralMailWithheld', ids)).toEqual(ids.filter((id) => !sent.includes(id)));
      expect((await Promise.all(ids.map(mailsAbout))).flat()).toHaveLength(ORDERS_MAILED_AN_HOUR);
    });

    it('goes there again an hour later, and is not withheld from other addresses or from a signed-in referrer', async () => {
      const [later, other, own] = await Promise.all([
        order(40, { email }),
        order(41, { email: 'other@plan.example' }),
        order(42, { email, actor: ANA }),
      ]);
      for (const referralId of [other, own]) await processor().process({ referralId });
      await processor(() => new Date(Date.now() + 3_600_000)).process({ referralId: later });
      expect(await recorded('ReferralMailSent', [later, other, own])).toEqual([later, other, own]);
    });

    it('keeps the address out of the table that counts', async () => {
      const { rows } = await portal.pool.query('select * from mail_allowance');
      expect(rows.length).toBeGreaterThan(10);
      expect(JSON.stringify(rows)).not.toMatch(/victim|@/i);
    });
  });

  it('is in the language of the page, or in that which a signed-in referrer has chosen', async () => {
    const create = { ...ANA, lastName: 'Ruiz', firstName: 'Ana', primaryPhone: null, admin: false, groups: [] };
    const executeAccount = (command: AccountCommand) =>
      handleCommand(bench.store, {
        decider: accountDecider,
        id: 'u-ana',
        command,
        context: systemContext(randomUUID(), new Date().toISOString()),
      });
    await executeAccount({ type: 'CreateAccount', data: { ...create, userId: 'u-ana', email: 'ana@plan.example' } });
    const subjectOf = async (n: number, more: OrderOptions) => {
      const referralId = await order(n, more);
      await processor().process({ referralId });
      return (await mailsAbout(referralId)).map(({ subject }) => subject.replace(referralId, 'ID'));
    };
    expect(await subjectOf(50, { language: 'es' })).toEqual(['Se recibió el referido ID']);
    expect(await subjectOf(51, { language: 'es', actor: ANA })).toEqual(['Se recibió el referido ID']);
    await executeAccount({ type: 'ChooseLanguage', data: { language: 'en' } });
    expect(await subjectOf(52, { language: 'es', actor: ANA })).toEqual(['Referral ID was received']);
  });

  it('is retried when no server accepts it, and the error does not contain the address', async () => {
    const referralId = await order(14);
    const away = { smtpUrl: `smtp://127.0.0.1:${await freePort()}`, mailFrom: 'referrals@portal.example' };
    const failed = await processor(undefined, await openMailTransport(away, database.pool))
      .process({ referralId })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MailNotSent);
    expect((failed as Error).message).not.toContain('plan.example');
    expect((await countEvents(bench.store, 'ReferralMailSent')).has(referralId)).toBe(false);
    await processor().process({ referralId });
    expect(await mailsAbout(referralId)).toHaveLength(1);
  });
});
