import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Mailbox } from '@throughline/platform';
import { type ApiUnderTest, startAnotherNode, startApi } from '../testing/api-under-test.js';

const api = await startApi();
afterAll(() => api.close());

const mail = {
  to: 'ana@plan.example',
  subject: 'Referral <263254123071844>',
  text: 'Follow it:\n\nhttp://localhost:3000/referral/263254123071844?a=1&b=2\n\n<script>alert(1)</script>',
  messageId: 'referral-mail.263254123071844@localhost',
};

/** Reads the whole body: a node that is closed waits for the connections of answers that nobody reads. */
async function read({ origin }: Pick<ApiUnderTest, 'origin'>, path: string): Promise<Response> {
  const answer = await fetch(`${origin}/dev/${path}`, { headers: { accept: 'text/html' } });
  return new Response(await answer.arrayBuffer(), answer);
}

describe('The mailbox', () => {
  beforeAll(async () => {
    const mailbox = await Mailbox.open(api.engines.database.pool, api.engines.config.mailFrom);
    for (const subject of ['An older one', mail.subject]) await mailbox.send({ ...mail, subject });
  });

  it('lists the newest first, as a page and as JSON', async () => {
    const listed = (await (await read(api, 'mailbox.json')).json()) as { id: number; subject: string }[];
    expect(listed.map(({ subject }) => subject)).toEqual([mail.subject, 'An older one']);
    expect(listed[0]).toMatchObject({ ...mail, links: ['http://localhost:3000/referral/263254123071844?a=1&b=2'] });
    const page = await (await read(api, 'mailbox')).text();
    expect(page.indexOf('263254123071844')).toBeLessThan(page.indexOf('An older one'));
    expect(page).toContain(`href="/dev/mailbox/${listed[0]?.id}"`);
  });

  it('shows a mail with its links, and never serves it as a page of its own', async () => {
    const [newest] = (await (await read(api, 'mailbox.json')).json()) as { id: number }[];
    const answer = await read(api, `mailbox/${newest?.id}`);
    const page = await answer.text();
    expect(page).toContain('<h1>Referral &lt;263254123071844&gt;</h1>');
    expect(page).toContain('<a href="http://localhost:3000/referral/263254123071844?a=1&amp;b=2">');
    expect(page).not.toMatch(/<script|<style|style=/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('shows captured text messages beside the mail', async () => {
    const mailbox = await Mailbox.open(api.engines.database.pool, api.engines.config.mailFrom);
    await mailbox.sendSms({ to: '+15125550137', text: '123456 is your code', id: 'sms.1' });
    const [newest] = (await (await read(api, 'mailbox.json')).json()) as { id: number; kind: string; to: string }[];
    expect(newest).toMatchObject({ kind: 'sms', to: '+15125550137', text: '123456 is your code' });
    const page = await (await read(api, `mailbox/${newest?.id}`)).text();
    expect(page).toContain('123456 is your code');
    expect(page).not.toContain('<dt>From</dt>');
  });

  it.each(['mailbox/999999', 'mailbox/x', 'mailbox/99999999999999999999', 'elsewhere'])('has no %s', async (path) => {
    expect((await read(api, path)).status).toBe(404);
  });

  it('does not exist if a mail server is configured', async () => {
    const config = { ...api.engines.config, smtpUrl: 'smtp://mail.example' };
    await using node = await startAnotherNode({ ...api, engines: { ...api.engines, config } });
    for (const path of ['mailbox', 'mailbox.json', 'mailbox/1']) {
      expect({ path, status: (await read(node, path)).status }).toEqual({ path, status: 404 });
    }
  });
});
