import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Mail } from '@throughline/platform';
import { RunningIdentity, runIdentity } from '../testing/running-identity.js';
import { sendDueMail, startMailOutbox } from './mail-outbox.js';
import { queueMail } from './queue-mail.js';

const identity = runIdentity();
const DAY_MINUTES = 24 * 60;

let mails = 0;
const mail = (to: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: 'http://portal.test/reset-password/a-secret-token',
  messageId: `security.${++mails}@portal.test`,
});
let to = '';
beforeEach(() => {
  to = `rosa-${mails}@plan.example`;
});
afterEach(() => {
  jest.restoreAllMocks();
  identity.mailServerIsDown = false;
});

const queue = (goodForMs?: number) => queueMail(identity.provider, 'security', mail(to), goodForMs);
const arrived = async () => (await identity.messages()).filter((one) => one.to === to).length;
const waiting = () => identity.provider.db.selectFrom('outgoing_mail').selectAll().execute();

describe('A mail', () => {
  it('is sent if the change that it reports is committed, and otherwise not', async () => {
    const { db } = identity.provider;
    await db
      .transaction()
      .execute((transaction) => queueMail({ ...identity.provider, db: transaction }, 'security', mail(to)));
    const undone = db.transaction().execute(async (transaction) => {
      await queueMail({ ...identity.provider, db: transaction }, 'security', mail(to));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await arrived()).toBe(1);
    expect(await waiting()).toEqual([]);
  });

  it('is sent once by two processes', async () => {
    const second = new RunningIdentity();
    await second.start(identity);
    for (let n = 0; n < 9; n++) await queue();
    const { provider } = identity;
    await Promise.all([provider, second.provider, provider, second.provider].map((each) => sendDueMail(each)));
    expect(await arrived()).toBe(9);
    await second.close();
  });

  it('of a process that died while it sent is sent by another, a minute later', async () => {
    await queue();
    const send = jest.spyOn(identity.provider.mail, 'send').mockReturnValue(new Promise(() => undefined));
    void sendDueMail(identity.provider);
    while (send.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    send.mockRestore();
    const second = new RunningIdentity();
    await second.start(identity);
    expect(await sendDueMail(second.provider)).toBe(false);
    second.pass({ minutes: 1 });
    expect(await sendDueMail(second.provider)).toBe(true);
    expect(await arrived()).toBe(1);
    await second.close();
  });

  it('is tried after growing pauses, for a day, and is given up loudly', async () => {
    await queue();
    identity.mailServerIsDown = true;
    const triedAfter: number[] = [];
    for (let minute = 0; minute <= DAY_MINUTES + 60; minute++) {
      if (await sendDueMail(identity.provider)) triedAfter.push(minute);
      identity.pass({ minutes: 1 });
    }
    const [given, ...tries] = [...triedAfter].reverse();
    expect(tries.reverse().slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(Math.max(...tries)).toBeLessThan(DAY_MINUTES);
    expect(given).toBeGreaterThanOrEqual(DAY_MINUTES);
    expect(await waiting()).toEqual([]);
    const lines = identity.logged.filter((line) => line.includes('mail given up'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'error', kind: 'security' }]);
    expect(identity.logged.join('')).not.toContain(to);
  });

  it('with a link is given up when the link has expired', async () => {
    identity.mailServerIsDown = true;
    await queue(30 * 60_000);
    await sendDueMail(identity.provider);
    identity.pass({ minutes: 30 });
    identity.mailServerIsDown = false;
    expect(await arrived()).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  it('waits encrypted, and of one kind for one address only a few do', async () => {
    for (let n = 0; n < 12; n++) await queue();
    await queueMail(identity.provider, 'recovery', mail(to));
    const rows = await waiting();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['recovery', ...Array<string>(10).fill('security')]);
    for (const secret of [to, 'a-secret-token']) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await arrived()).toBe(11);
  });
});

describe('A mail server that accepts connections and says nothing', () => {
  it('delays no request, and occupies at most four sends of a process', async () => {
    const held = new Set<Socket>();
    const frozen = createServer((socket) => void held.add(socket.on('error', () => undefined)));
    await once(frozen.listen(0, '127.0.0.1'), 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(frozen.address() as AddressInfo).port}`;
    const stuck = new RunningIdentity({ smtpUrl });
    await stuck.start(identity);
    const outbox = startMailOutbox(stuck.provider);
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => stuck.stageUser(`frozen-${n}@plan.example`)));
    const path = (id: string) => `/api/v1/users/${id}/lifecycle/activate?sendEmail=true`;
    const answers = await Promise.all(ids.map((id) => stuck.manage('POST', path(id))));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    const signIn = await stuck.browser().signIn('nobody@plan.example', 'Wr0ng-password!');
    expect(signIn.status).toBe(401);
    while (held.size < 4) await new Promise((resolve) => setImmediate(resolve));
    expect(held.size).toBe(4);
    for (const socket of held) socket.destroy();
    await outbox.stop();
    const attempts = (await waiting()).map((mail) => mail.attempts);
    expect(attempts.sort()).toEqual([...Array<number>(8).fill(0), ...Array<number>(4).fill(1)]);
    frozen.close();
    await stuck.close();
  });
});
