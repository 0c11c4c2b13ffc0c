import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../database/database.js';
import { freePort } from '../testing/temporary-redis.js';
import { testDatabase } from '../testing/temporary-postgres.js';
import { startSmtpServer } from '../testing/smtp-server.js';
import { Mailbox, MailNotSent, openMailTransport, openSmtp } from './mail-transport.js';
import { FROM, mailTransportContract } from './mail-transport.contract-suite.js';

const mail = { to: 'ana@plan.example', subject: 'S', text: 'T', messageId: 'm@portal.example' };

const database = openDatabase(await testDatabase());
const server = await startSmtpServer();
afterAll(async () => {
  await server.close();
  await database.close();
});
const smtp = () => openMailTransport({ smtpUrl: server.url, mailFrom: FROM }, database.pool);

mailTransportContract('SMTP', async () => ({
  transport: await smtp(),
  received: (to) => Promise.resolve(server.received.filter((one) => one.recipients.includes(to)).map(withoutEnvelope)),
}));

mailTransportContract('the mailbox', async () => {
  const transport = await openMailTransport({ smtpUrl: undefined, mailFrom: FROM }, database.pool);
  const mailbox = await Mailbox.open(database.pool, FROM);
  return {
    transport,
    received: async (wanted) =>
      (await mailbox.list())
        .filter(({ to }) => to === wanted)
        .map(({ from, to, subject, text, messageId }) => ({ from, to, subject, text, messageId }))
        .reverse(),
  };
});

describe('A mail server', () => {
  it('that refuses the address, or is unavailable, is reported without the address', async () => {
    const refused = await (await smtp()).send({ ...mail, to: 'refused@plan.example' }).catch((error: unknown) => error);
    const away = await openMailTransport(
      { smtpUrl: `smtp://127.0.0.1:${await freePort()}`, mailFrom: FROM },
      database.pool,
    )
      .then((transport) => transport.send(mail))
      .catch((error: unknown) => error);
    for (const error of [refused, away]) {
      expect(error).toBeInstanceOf(MailNotSent);
      expect(JSON.stringify([(error as Error).message, (error as Error).cause])).not.toContain('plan.example');
    }
    expect((refused as Error).message).toContain('550');
    expect((away as Error).message).toContain('ESOCKET');
  });
});

describe('A mail server that answers a little at a time', () => {
  it('is given up, and its connection closed', async () => {
    const connected: Socket[] = [];
    const drip = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 5);
      connected.push(socket.on('close', () => clearInterval(timer)).on('error', () => undefined));
    });
    await once(drip.listen(0, '127.0.0.1'), 'listening');
    const { port } = drip.address() as AddressInfo;
    const error: unknown = await openSmtp(`smtp://127.0.0.1:${port}`, FROM, 200)
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toEqual(new MailNotSent('The mail server did not take a mail: EABORT.'));
    if (connected[0]?.destroyed === false) await once(connected[0], 'close');
    drip.close();
  });
});

describe('A mail that can be unsubscribed from', () => {
  const unsubscribeUrl = `https://portal.example/unsubscribe/${'dS1hbmE'.repeat(20)}.note.1795000000.${'x'.repeat(43)}`;

  it('has the headers of RFC 8058 with its whole address, and others have none', async () => {
    await (await smtp()).send({ ...mail, to: 'kim@plan.example', unsubscribeUrl });
    await (await smtp()).send({ ...mail, to: 'kim@plan.example' });
    const received = server.received.filter(({ to }) => to === 'kim@plan.example');
    expect(received.map((one) => [one.unsubscribeUrl, one.unsubscribePost])).toEqual([
      [unsubscribeUrl, 'List-Unsubscribe=One-Click'],
      ['', ''],
    ]);
  });

  it('shows its address in the mailbox', async () => {
    const mailbox = await Mailbox.open(database.pool, FROM);
    await mailbox.send({ ...mail, to: 'kim@plan.example', unsubscribeUrl });
    expect((await mailbox.list())[0]).toMatchObject({ to: 'kim@plan.example', unsubscribeUrl });
  });
});

describe('The mailbox', () => {
  let own: ReturnType<typeof openDatabase>;
  let mailbox: Mailbox;
  beforeAll(async () => {
    own = openDatabase(await testDatabase(), { max: 1 });
    mailbox = await Mailbox.open(own.pool, FROM);
  });
  afterAll(() => own.close());

  it('waits for another process that migrates, longer than a statement of its pool may take', async () => {
    const url = await testDatabase();
    const [migrating, limited] = [openDatabase(url, { max: 1 }), openDatabase(url, { answerMs: 100 })];
    const lock = await migrating.pool.connect();
    await lock.query("select pg_advisory_lock(hashtextextended('platform_migration', 0))");
    const opening = Mailbox.open(limited.pool, FROM);
    const outcome = opening.then(
      () => 'opened',
      () => 'failed',
    );
    // Each statement takes as long as one may.
    for (let n = 0; n < 3; n++) await expect(limited.pool.query('select pg_sleep(60)')).rejects.toThrow();
    expect(await Promise.race([outcome, Promise.resolve('waiting')])).toBe('waiting');
    await lock.query("select pg_advisory_unlock(hashtextextended('platform_migration', 0))");
    lock.release();
    await (await opening).send(mail);
    await Promise.all([migrating.close(), limited.close()]);
  });

  it('shows the newest first, and one by its number', async () => {
    await mailbox.send({ ...mail, subject: 'First' });
    await mailbox.send({ ...mail, subject: 'Second' });
    const listed = await mailbox.list();
    expect(listed.map(({ subject }) => subject)).toEqual(['Second', 'First']);
    expect(await mailbox.find(listed[1]?.id ?? 0)).toEqual(listed[1]);
    expect(await mailbox.find(999_999)).toBeUndefined();
  });

  it('keeps the last 500', async () => {
    for (let n = 1; n <= 505; n++) await mailbox.send({ ...mail, subject: String(n) });
    const subjects = (await mailbox.list()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(500);
    expect([subjects[0], subjects.at(-1)]).toEqual(['505', '6']);
  });
});

function withoutEnvelope({ from, to, subject, text, messageId }: (typeof server.received)[number]) {
  return { from, to, subject, text, messageId };
}
