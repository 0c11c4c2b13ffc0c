import { describe, expect, it, jest } from '@jest/globals';
import type { Answer, Browser } from '../testing/browser.js';
import { PASSWORD, runIdentity, RunningIdentity } from '../testing/running-identity.js';

const identity = runIdentity();

const FAILED = [401, 'E0000011', 'Invalid token provided'];
const outcomeOf = ({ status, body }: Answer) => [status, body.errorCode ?? body.status, body.errorSummary];

const activate = (id: string, by = identity) =>
  by.manage('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=true`);
const mailsTo = async (login: string) => (await identity.messages()).filter(({ to }) => to === login);

/** The token of the newest link that was mailed. */
async function mailedToken(login: string): Promise<string> {
  const [mail] = await mailsTo(login);
  return /http:\/\/portal\.test\/activate\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no link';
}

const show = (browser: Browser, recoveryToken: string) =>
  browser.request('POST', '/api/v1/authn/recovery/token', { json: { recoveryToken } });
const choose = (browser: Browser, stateToken: string, newPassword = PASSWORD) =>
  browser.request('POST', '/api/v1/authn/credentials/reset_password', { json: { stateToken, newPassword } });

async function activatedBy(login: string): Promise<string> {
  await activate(await identity.stageUser(login));
  return mailedToken(login);
}

describe('An account without a password', () => {
  it('is opened by its link: token, state token, password, and then a sign-in', async () => {
    const browser = identity.browser();
    const token = await activatedBy('new@plan.example');
    expect(outcomeOf(await browser.signIn('new@plan.example', PASSWORD))).toEqual([
      401,
      'E0000004',
      'Authentication failed',
    ]);
    const shown = await show(browser, token);
    expect(shown.body).toMatchObject({
      status: 'PASSWORD_RESET',
      recoveryType: 'ACCOUNT_ACTIVATION',
      stateToken: expect.any(String),
      _embedded: { user: { profile: { login: 'new@plan.example' } } },
      _links: { next: { name: 'resetPassword', href: 'http://portal.test/api/v1/authn/credentials/reset_password' } },
    });
    const chosen = await choose(browser, shown.body.stateToken);
    expect(chosen.body).toMatchObject({ status: 'SUCCESS', sessionToken: expect.any(String) });
    expect((await browser.signIn('new@plan.example', PASSWORD)).body.status).toBe('SUCCESS');
    // The owner is not warned of their first password.
    expect((await mailsTo('new@plan.example')).map(({ subject }) => subject)).toEqual([
      'Activate your Throughline account',
    ]);
  });

  it('keeps its link when the link is opened; only a new password uses it up', async () => {
    const token = await activatedBy('once@plan.example');
    const [scanner, owner] = [identity.browser(), identity.browser()];
    const before = await show(scanner, token);
    const shown = await show(owner, token);
    expect((await choose(owner, shown.body.stateToken)).status).toBe(200);
    expect(outcomeOf(await choose(scanner, before.body.stateToken, 'An0ther-horse!'))).toEqual(FAILED);
    expect(outcomeOf(await choose(owner, shown.body.stateToken, 'An0ther-horse!'))).toEqual(FAILED);
    expect(outcomeOf(await show(owner, token))).toEqual(FAILED);
    expect((await owner.signIn('once@plan.example', PASSWORD)).status).toBe(200);
  });

  it('gets one password from two concurrent requests', async () => {
    const token = await activatedBy('race@plan.example');
    const passwords = ['Corr3ct-horse!', 'An0ther-horse!'];
    const states = await Promise.all(passwords.map(() => show(identity.browser(), token)));
    const answers = await Promise.all(
      states.map(({ body }, index) => choose(identity.browser(), body.stateToken, passwords[index])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('gets a list of every rule that a password breaks, and may try again', async () => {
    const browser = identity.browser();
    const { body } = await show(browser, await activatedBy('rules@plan.example'));
    const refused = await choose(browser, body.stateToken, 'short');
    expect(outcomeOf(refused).slice(0, 2)).toEqual([403, 'E0000014']);
    expect(refused.body.errorCauses).toContainEqual({ errorSummary: 'New password must be at least 8 letters' });
    expect((await choose(browser, body.stateToken)).status).toBe(200);
  });

  it('has a link for a week, and an hour to choose once the link was opened', async () => {
    const token = await activatedBy('late@plan.example');
    const { body } = await show(identity.browser(), token);
    identity.pass({ hours: 1 });
    expect(outcomeOf(await choose(identity.browser(), body.stateToken))).toEqual(FAILED);
    identity.pass({ hours: 7 * 24 - 2 });
    expect((await show(identity.browser(), token)).status).toBe(200);
    identity.pass({ hours: 1 });
    expect(outcomeOf(await show(identity.browser(), token))).toEqual(FAILED);
  });

  it('hashes a limited number of passwords at once, however many are sent', async () => {
    const { body } = await show(identity.browser(), await activatedBy('often@plan.example'));
    const { hash } = identity.provider.passwords;
    const running = { now: 0, most: 0 };
    jest.spyOn(identity.provider.passwords, 'hash').mockImplementation(async (password) => {
      running.most = Math.max(running.most, ++running.now);
      return hash(password).finally(() => running.now--);
    });
    const answers = Array.from({ length: 12 }, () => choose(identity.browser(), body.stateToken));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    jest.restoreAllMocks();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(running.most).toBeLessThanOrEqual(4);
  });

  it('accepts no other token', async () => {
    for (const recoveryToken of ['x', '', 'a\0b']) {
      expect(outcomeOf(await show(identity.browser(), recoveryToken))).toEqual(FAILED);
    }
    expect(outcomeOf(await choose(identity.browser(), 'x'))).toEqual(FAILED);
  });
});

describe('Activating', () => {
  it('mails one link, to the owner, however many requests arrive at once', async () => {
    const second = new RunningIdentity();
    await second.start(identity);
    const id = await identity.stageUser('many@plan.example');
    const answers = await Promise.all([identity, second, identity, second].map((by) => activate(id, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect(await mailsTo('many@plan.example')).toHaveLength(1);
    await second.close();
  });

  it('is refused for a user with a password, who is sent nothing', async () => {
    const id = await identity.addUser('known@plan.example');
    const answer = await activate(id);
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ errorCode: 'E0000016' })]);
    expect(await mailsTo('known@plan.example')).toEqual([]);
    expect((await identity.browser().signIn('known@plan.example', PASSWORD)).status).toBe(200);
  });

  it('is mailed once the mail server is available again', async () => {
    const id = await identity.stageUser('away@plan.example');
    identity.mailServerIsDown = true;
    expect((await activate(id)).status).toBe(200);
    expect(await mailsTo('away@plan.example')).toEqual([]);
    identity.mailServerIsDown = false;
    identity.pass({ minutes: 1 });
    expect((await show(identity.browser(), await mailedToken('away@plan.example'))).status).toBe(200);
  });

  it('is for the portal only', async () => {
    const id = await identity.stageUser('guarded@plan.example');
    const answer = await identity.browser().request('POST', `/api/v1/users/${id}/lifecycle/activate`);
    expect(answer.status).toBe(401);
    expect((await identity.manage('POST', '/api/v1/users/00unobody/lifecycle/activate')).status).toBe(404);
  });

  it('leaves no token, address or name in the log or the table, and no name in the mail', async () => {
    await activate(await identity.stageUser('private@plan.example'));
    const [waiting] = await identity.provider.db.selectFrom('outgoing_mail').selectAll().execute();
    const token = await mailedToken('private@plan.example');
    await show(identity.browser(), token);
    const logged = identity.logged.join('');
    for (const secret of [token, 'private@', 'Ngata']) expect(logged).not.toContain(secret);
    const rows = await identity.provider.db.selectFrom('recovery_token').selectAll().execute();
    for (const secret of [token, 'private@']) expect(JSON.stringify([waiting, rows])).not.toContain(secret);
    expect(waiting).toMatchObject({ kind: 'activation' });
    const [mail] = await mailsTo('private@plan.example');
    expect(JSON.stringify(mail)).not.toMatch(/Ngata|Rosa/);
  });
});
