import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountDecider,
  type AccountCommand,
  type Actor,
  internalNoteDecider,
  noteDecider,
  type NotificationSettings,
  referralId,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { type Mail, MailNotSent, type MailTransport } from '@throughline/platform';
import { anOrder, append, type Engines, openEngines, projectAll, SAM, Story } from '@throughline/read-models/testing';
import { Reconciler } from '../sweeper/reconciler.js';
import {
  SendNotificationDigest,
  sendNotificationDigest,
} from './send-notification-digest/send-notification-digest.job.js';
import { SendNotificationMail, sendNotificationMail } from './send-notification-mail/send-notification-mail.job.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 6:20 in America/Chicago. The story begins at 6:00. */
const AFTERWARDS = new Date('2026-11-21T12:20:00.000Z');
/** 7:00 there, on the same day and on the next one. */
const DIGEST = new Date('2026-11-21T13:00:00.000Z');
const NEXT_DIGEST = new Date('2026-11-22T13:00:00.000Z');
const CONFIG = {
  publicOrigin: 'https://portal.example',
  secretKey: 'a key of the specs, of forty characters!',
  operatorCompanyId: 1,
};
const STAFF: Actor = { userId: 'sam', email: 'sam@throughline.example', role: 'staff', companyId: 1 };
const A_MEMBER = { memberInfo: { ...anOrder().memberInfo, lastName: 'Unmistakable' } };

const opened: Engines[] = [];
afterAll(async () => {
  for (const engines of opened) await engines.close();
});

describe('Mail about notifications', () => {
  let engines: Engines;
  let sent: Mail[];
  let mail: MailTransport;
  let id: string;
  let ana: Actor;
  beforeEach(async () => {
    const userId = `u-${randomUUID().slice(0, 8)}`;
    ana = { userId, email: `${userId}@plan.example`, role: 'referrer', companyId: 40 };
    id = referralId({ at: '2026-11-21T12:00:00.000Z', random: Math.random() });
    sent = [];
    mail = { send: (one) => Promise.resolve(void sent.push(one)) };
  });

  /** Tells a story: a status change, an attempt to reach the member, an external note, and the delivery of the first item. */
  const appendStory = async ({ wantsMail = true } = {}) => {
    engines = await openEngines();
    opened.push(engines);
    const story = new Story();
    for (const [person, companyId] of [
      [ana, 40],
      [STAFF, 1],
    ] as const) {
      const account = { lastName: 'R', firstName: 'A', primaryPhone: null, admin: false, groups: [], companyId };
      const data = { ...account, userId: person.userId ?? '', email: person.email ?? '' };
      story.execute(accountDecider, data.userId, { type: 'CreateAccount', data }, SYSTEM_ACTOR);
    }
    const order = anOrder();
    story.submit(
      id,
      { ...order, ...A_MEMBER, referralInfo: { ...order.referralInfo, sendNotificationsFlag: wantsMail } },
      ana,
    );
    const outcome = (taskId: string, name: 'created' | 'no-answer', method: 'Phone' | null) => {
      const routed = { insuranceType: { medicare: false, medicaid: true, commercial: false }, items: [] };
      const data = { referralId: id, taskId, outcome: name, itemIds: null, by: SAM, at: story.now, dayMs: null };
      return story.work('RecordOutcome', { ...data, note: null, method, orderId: null, order: routed });
    };
    outcome(`${id}-1`, 'created', null);
    outcome(`${id}-2`, 'no-answer', 'Phone');
    const author = { userId: 'sam', firstName: 'Sam', lastName: 'Oduya', companyId: 1 };
    const note = { referralId: id, parentNoteId: null, text: '<p>Unmistakable</p>', writtenAt: story.now };
    story.execute(noteDecider, id, { type: 'WriteNote', data: { ...note, actionNeeded: false, author } }, STAFF);
    story.move(`${id}-3`, [1], 'Delivered');
    await append(engines.store, story.events);
    await projectAll(engines);
  };

  const toAna = (command: AccountCommand, at = AFTERWARDS) =>
    handleCommand(engines.store, {
      decider: accountDecider,
      id: ana.userId ?? '',
      command,
      context: {
        commandId: randomUUID(),
        actor: ana,
        at: at.toISOString(),
        correlationId: randomUUID(),
        causationId: null,
      },
    });
  const choose = (choices: Partial<NotificationSettings>, at = AFTERWARDS) =>
    toAna({ type: 'ChooseNotificationSettings', data: { choices, chosenAt: at.toISOString() } }, at);

  const processors = (now: Date) => {
    const engine = [engines, engines.store, mail, CONFIG, () => now] as const;
    return { single: new SendNotificationMail(...engine), digest: new SendNotificationDigest(...engine) };
  };
  /** What a sweep finds: each job with its data and the time at which it is to run. */
  const found = async (now: Date) => {
    await projectAll(engines);
    const jobs = [];
    for await (const planned of new Reconciler([sendNotificationDigest, sendNotificationMail]).find({
      db: engines.db,
      now,
      config: {},
    }))
      jobs.push(...planned);
    return jobs;
  };
  /** Sweeps, and runs the found jobs that are due. */
  const run = async (now: Date) => {
    for (const { job, data, at } of await found(now)) {
      if (at !== undefined && at > now.getTime()) continue;
      const { single, digest } = processors(now);
      await (job.name === sendNotificationMail.name ? single.process(data as never) : digest.process(data as never));
    }
  };
  const subjects = () => sent.map(({ subject }) => subject);
  const atOnce = () => [`A new note on referral ${id}`, `Referral ${id} is now at Delivered`];

  it('is sent at once or kept for the digest, by the settings, each once; names the referral alone, and says why and how to change it', async () => {
    await appendStory();
    await run(AFTERWARDS);
    await run(AFTERWARDS);
    expect(subjects()).toEqual(atOnce());
    await run(new Date(DIGEST.getTime() - 1));
    expect(sent).toHaveLength(2);
    await run(DIGEST);
    await run(new Date(DIGEST.getTime() + MINUTE));
    await run(NEXT_DIGEST);
    expect(subjects().slice(2)).toEqual(['Daily digest of 11/21/2026']);
    const [note, , digest] = sent as [Mail, Mail, Mail];
    expect(digest.text).toContain(`Referral ${id} is now at Patient Contact:\nhttps://portal.example/referral/${id}`);
    expect(digest.text).toContain(`Attempt 1 to reach the member of referral ${id}`);
    expect(digest.text).not.toMatch(/note on|Delivered/);
    for (const { to, text, unsubscribeUrl } of sent) {
      expect(to).toBe(ana.email);
      expect(text).toContain('You get this mail');
      expect(text).toContain('https://portal.example/user');
      expect(text).toContain(unsubscribeUrl ?? 'no link');
      expect(unsubscribeUrl).toMatch(/^https:\/\/portal\.example\/unsubscribe\/[\w.-]+$/);
      expect(text).not.toMatch(/Unmistakable|Oduya|Diaz/);
    }
    expect(note.text).toContain(
      'because you submitted this referral, and in your Notification Settings "Notes" is "Now"',
    );
  });

  describe('about several notes of ten minutes', () => {
    /** Writes an external note on the referral, at this time after 6:20. */
    const write = (minutes: number) => {
      const at = new Date(AFTERWARDS.getTime() + minutes * MINUTE).toISOString();
      const author = { userId: 'sam', firstName: 'Sam', lastName: 'Oduya', companyId: 1 };
      const note = {
        referralId: id,
        parentNoteId: null,
        text: '<p>Unmistakable</p>',
        writtenAt: at,
        actionNeeded: false,
        author,
      };
      return handleCommand(engines.store, {
        decider: noteDecider,
        id,
        command: { type: 'WriteNote', data: note },
        context: { commandId: randomUUID(), actor: STAFF, at, correlationId: randomUUID(), causationId: null },
      });
    };
    const at = (minutes: number) => new Date(AFTERWARDS.getTime() + minutes * MINUTE);

    it('is one, ten minutes after the first, that says how many they are; a later note has its own', async () => {
      await appendStory();
      await run(AFTERWARDS);
      sent = [];
      for (const minutes of [0, 3, 9.9, 11]) await write(minutes);
      await run(at(9.5));
      expect(sent).toEqual([]);
      await run(at(10));
      await run(at(10.5));
      expect(subjects()).toEqual([`3 new notes on referral ${id}`]);
      expect(sent[0]?.text).not.toMatch(/Unmistakable|Oduya|Diaz/);
      expect(sent[0]?.text).toContain(`https://portal.example/referral/${id}?tab=notes`);
      await run(at(20.9));
      expect(sent).toHaveLength(1);
      await run(at(21));
      await run(NEXT_DIGEST);
      expect(subjects()).toEqual([
        `3 new notes on referral ${id}`,
        `A new note on referral ${id}`,
        expect.stringContaining('digest'),
      ]);
      expect(sent[2]?.text).not.toContain('note on');
    });

    it('is the same one when the worker died after it was sent, also if another note came meanwhile, and is recorded once', async () => {
      await appendStory();
      await run(AFTERWARDS);
      sent = [];
      for (const minutes of [0, 1]) await write(minutes);
      const alive = mail;
      mail = {
        send: (one) => {
          sent.push(one);
          return Promise.reject(new Error('killed'));
        },
      };
      await expect(run(at(10))).rejects.toThrow('killed');
      await write(10.5);
      mail = alive;
      await run(at(11));
      await run(at(11));
      expect(sent).toHaveLength(2);
      expect(sent[1]).toEqual(sent[0]);
      expect(subjects()[0]).toBe(`2 new notes on referral ${id}`);
      await run(at(20.5));
      expect(subjects().slice(2)).toEqual([`A new note on referral ${id}`]);
    });
  });

  it('is in the language that the person has chosen', async () => {
    await appendStory();
    await toAna({ type: 'ChooseLanguage', data: { language: 'es' } });
    await run(AFTERWARDS);
    await run(DIGEST);
    expect(subjects()).toEqual([
      `Una nota nueva sobre el referido ${id}`,
      `Referido ${id}, etapa actual: Entregado`,
      'Resumen diario del 21/11/2026',
    ]);
  });

  it('is never sent of a kind that the person wants none of, and not of the time before they wanted it again', async () => {
    await appendStory();
    await choose({ status: 'none', note: 'none', contact: 'none', delivery: 'none' });
    await run(AFTERWARDS);
    await choose({ status: 'now', note: 'now', contact: 'digest', delivery: 'digest' });
    await run(AFTERWARDS);
    await run(DIGEST);
    expect(sent).toEqual([]);
  });

  it('looks at the setting again when it is sent, though its job was planned before', async () => {
    await appendStory();
    const jobs = await found(AFTERWARDS);
    expect(jobs.map(({ job }) => job.name)).toContain(sendNotificationMail.name);
    await choose({ note: 'none', delivery: 'digest' });
    for (const { job, data } of jobs)
      if (job.name === sendNotificationMail.name) await processors(AFTERWARDS).single.process(data as never);
    expect(sent).toEqual([]);
    await run(DIGEST);
    expect(sent[0]?.text).toContain('is now at Delivered');
    expect(sent[0]?.text).not.toContain('note on');
  });

  it('is not sent to a deactivated person, nor about an order that asks for no notifications', async () => {
    await appendStory();
    const jobs = await found(AFTERWARDS);
    await toAna({
      type: 'DeactivateAccount',
      data: {
        reason: 'Left',
        seen: { switches: 0, admin: false, siteAdmin: false, groups: [], companyId: 40 },
        by: 'u-admin',
        otherAdmins: 1,
      },
    });
    for (const { job, data } of jobs)
      if (job.name === sendNotificationMail.name) await processors(AFTERWARDS).single.process(data as never);
    await run(DIGEST);
    expect(sent).toEqual([]);
    await appendStory({ wantsMail: false });
    await run(DIGEST);
    expect(sent).toEqual([]);
  });

  it('is not sent about an internal note to a person who is no longer one of the provider’s people', async () => {
    await appendStory();
    const note = {
      referralId: id,
      parentNoteId: null,
      text: '<p>Look</p>',
      format: 'html' as const,
      mentions: ['sam'],
    };
    const at = '2026-11-21T12:19:00.000Z';
    await handleCommand(engines.store, {
      decider: internalNoteDecider,
      id,
      command: { type: 'WriteInternalNote', data: { ...note, authorUserId: 'minh', writtenAt: at } },
      context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: randomUUID(), causationId: null },
    });
    const later = new Date(AFTERWARDS.getTime() + 10 * MINUTE);
    const jobs = (await found(later)).filter(({ data }) => JSON.stringify(data).includes('internalNote'));
    const assign = (companyId: number, from: number): Promise<unknown> =>
      handleCommand(engines.store, {
        decider: accountDecider,
        id: 'sam',
        command: {
          type: 'AssignCompany',
          data: {
            companyId,
            seen: { companyId: from, claimedCompanyId: null, groups: [], admin: false, siteAdmin: false, active: true },
            reason: 'Moved',
            operatorId: 1,
            by: null,
          },
        },
        context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: randomUUID(), causationId: null },
      });
    await assign(40, 1);
    for (const { data } of jobs) await processors(later).single.process(data as never);
    expect(sent).toEqual([]);
    await assign(1, 40);
    for (const { data } of jobs) await processors(later).single.process(data as never);
    expect(subjects()).toEqual([`You are mentioned in an internal note on referral ${id}`]);
  });

  it('goes into the next digest when the mail server was away for hours', async () => {
    await appendStory();
    mail = { send: () => Promise.reject(new MailNotSent('away')) };
    await expect(run(AFTERWARDS)).rejects.toThrow('away');
    mail = { send: (one) => Promise.resolve(void sent.push(one)) };
    await run(new Date(AFTERWARDS.getTime() + 20 * HOUR));
    await run(NEXT_DIGEST);
    expect(subjects()).toEqual(['Daily digest of 11/21/2026']);
    expect(sent[0]?.text).toContain(`A new note on referral ${id}`);
  });

  it('has the same Message-ID and text when the worker died after it was sent, and is then recorded once', async () => {
    await appendStory();
    const dying: MailTransport = {
      send: (one) => {
        sent.push(one);
        return Promise.reject(new Error('killed'));
      },
    };
    const [alive, at] = [mail, new Date(DIGEST.getTime() + HOUR)];
    for (const now of [AFTERWARDS, at]) {
      mail = dying;
      await expect(run(now)).rejects.toThrow('killed');
      mail = alive;
      await run(now);
      await run(now);
    }
    const first = sent.filter(({ messageId }, index) => sent.findIndex((one) => one.messageId === messageId) === index);
    expect(first.map(({ subject }) => subject)).toEqual([...atOnce(), 'Daily digest of 11/21/2026']);
    expect(sent).toHaveLength(5);
    for (const one of sent) expect(first).toContainEqual(one);
  });

  it('completes with each referral what a digest told, when the worker died in between, and sends no second one', async () => {
    await appendStory();
    const { store } = engines;
    const append: typeof store.append = (stream, ...rest) =>
      stream.startsWith('notificationMail-') ? Promise.reject(new Error('killed')) : store.append(stream, ...rest);
    const dying = { readStream: store.readStream.bind(store), append } as typeof store;
    const digest = new SendNotificationDigest(engines, dying, mail, CONFIG, () => DIGEST);
    const data = { userId: ana.userId ?? '', day: '2026-11-21' };
    await expect(digest.process(data)).rejects.toThrow('killed');
    expect(await found(DIGEST)).toContainEqual(expect.objectContaining({ data }));
    await run(DIGEST);
    expect(subjects().filter((subject) => subject.startsWith('Daily'))).toHaveLength(1);
    expect(await found(NEXT_DIGEST)).toEqual([]);
  });
});
