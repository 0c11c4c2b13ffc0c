import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InquiryCommand, inquiryDecider } from '@throughline/domain';
import { type EventStore, handleCommand, openEventStore, readState, systemContext } from '@throughline/event-store';
import { Mailbox, type MailTransport, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import { SendInquiryMail } from './send-inquiry-mail.job.js';

const ORIGIN = 'http://localhost:3000';
const DAY_MS = 24 * 3_600_000;

describe('The mails about a message', () => {
  let store: EventStore;
  let mailbox: Mailbox;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const url = await testDatabase();
    store = await openEventStore(url);
    const database = openDatabase(url, { max: 2 });
    mailbox = await Mailbox.open(database.pool, 'x@portal.example');
    close = async () => {
      await store.close();
      await database.close();
    };
  });
  afterAll(() => close());

  const execute = (id: string, command: InquiryCommand) =>
    handleCommand(store, {
      decider: inquiryDecider,
      id,
      command,
      context: systemContext(randomUUID(), new Date().toISOString()),
    });
  const receive = (inquiryId: string, language: { readonly language?: 'es' } = {}) => {
    const at = new Date().toISOString();
    return execute(inquiryId, {
      type: 'ReceiveInquiry',
      data: {
        inquiryId,
        source: 'contact',
        type: 'Contact Us',
        lastName: 'Ruiz',
        firstName: 'Ana',
        email: 'ana@plan.example',
        canBeMailed: true,
        subject: 'Rosa Diaz',
        text: 'Where is it?',
        receivedAt: at,
        dueAt: at,
        ...language,
      },
    });
  };
  const by = { userId: 'u-dana', name: 'Dana Whitfield' };
  const answer = (inquiryId: string, answerToken = `token-${inquiryId}`) =>
    execute(inquiryId, {
      type: 'AnswerInquiry',
      data: { inquiryId, text: 'At Rosa’s door.', answerToken, by, answeredAt: new Date().toISOString() },
    });
  const config = { publicOrigin: ORIGIN, contactEmail: 'care@portal.example' };
  const send = (
    inquiryId: string,
    about: 'received' | 'answered',
    { now = () => new Date(), mail = mailbox as MailTransport } = {},
  ) => new SendInquiryMail(store, mail, config, now).process({ inquiryId, about });
  const mailsWith = async (words: string) => (await mailbox.list()).filter(({ text }) => text.includes(words));

  it('tell the provider once that it waits, and the sender that it was answered: by a link, and without a word of either', async () => {
    await receive('101');
    await send('101', 'received');
    await send('101', 'received');
    await send('101', 'answered');
    await answer('101');
    await send('101', 'answered');
    await send('101', 'answered');
    const mails = await mailbox.list();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ana@plan.example', 'Your message was answered'],
      ['care@portal.example', 'Message 101 waits for an answer'],
    ]);
    expect((await mailsWith(`${ORIGIN}/message/token-101`)).map(({ to }) => to)).toEqual(['ana@plan.example']);
    for (const { subject, text } of mails)
      expect(`${subject} ${text}`).not.toMatch(/Rosa|Ruiz|Where|door|Dana|plan\.ex/);
  });

  it('are in the language of the page for the sender, and in English for the provider', async () => {
    await receive('104', { language: 'es' });
    await send('104', 'received');
    await answer('104');
    await send('104', 'answered');
    expect((await mailsWith('token-104')).map(({ subject }) => subject)).toEqual(['Se respondió su mensaje']);
    expect((await mailbox.list()).map(({ subject }) => subject)).toContain('Message 104 waits for an answer');
  });

  it('are sent for an answer that was given while the mail of the one before it was under way', async () => {
    await receive('105');
    await answer('105', 'first');
    const mail: MailTransport = {
      send: async (mail) => {
        await mailbox.send(mail);
        const { settledAt } = (await readState(store, inquiryDecider, '105')).state;
        const reopened = { inquiryId: '105', by, reopenedAt: new Date().toISOString() };
        await execute('105', { type: 'ReopenInquiry', data: { ...reopened, seen: { settledAt } } });
        await answer('105', 'second');
      },
    };
    await send('105', 'answered', { mail });
    await send('105', 'answered');
    await send('105', 'answered');
    expect(await mailsWith(`${ORIGIN}/message/second`)).toHaveLength(1);
  });

  it('are not sent when they are days late, as of a log that was copied', async () => {
    await receive('102');
    await send('102', 'received', { now: () => new Date(Date.now() + 3 * DAY_MS) });
    await send('103', 'received');
    expect((await mailbox.list()).filter(({ subject }) => /102|103/.test(subject))).toEqual([]);
  });
});
