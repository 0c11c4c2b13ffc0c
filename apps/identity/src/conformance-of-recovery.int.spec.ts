import { describe, expect, it, jest } from '@jest/globals';
import { answerOf, functionsOf, refusalOf } from './testing/okta-client.js';
import { newUser, PASSWORD } from './testing/running-identity.js';
import { NEW_PASSWORD, addUserWithPhone, credentials, identity, notice, open, signIn } from './conformance.testing.js';

/** The token of the newest link that was mailed to an address; waits for a mail after `than`. */
async function mailedToken(login: string, than = 0): Promise<string> {
  for (;;) {
    const mails = (await identity.messages()).filter(({ to }) => to === login);
    const tokens = mails.flatMap(
      ({ text }) => /http:\/\/portal\.test\/(?:reset-password|activate)\/(\S+)/.exec(text)?.[1] ?? [],
    );
    if (tokens.length > than) return tokens[0]!;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('Recovery', () => {
  const forgot = (username: string) => open().client.forgotPassword({ username, factorType: 'EMAIL' });

  it('answers alike for every login, and mails the owner alone', async () => {
    await identity.addUser('forgot@plan.example');
    const deactivated = await identity.addUser('gone@plan.example');
    await identity.manage('POST', `/api/v1/users/${deactivated}/lifecycle/deactivate`);
    const answers = [];
    for (const login of ['nobody@plan.example', 'gone@plan.example', 'forgot@plan.example']) {
      answers.push(answerOf(await forgot(login)));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 'RECOVERY_CHALLENGE',
      factorResult: 'WAITING',
      factorType: 'EMAIL',
      recoveryType: 'PASSWORD',
    });
    await mailedToken('forgot@plan.example');
    const mails = await identity.messages();
    expect(mails.filter(({ to }) => ['nobody@plan.example', 'gone@plan.example'].includes(to))).toEqual([]);
  });

  it('leads by the mailed link to another password, once, and ends every session', async () => {
    const login = 'reset@plan.example';
    await identity.addUser(login);
    const elsewhere = identity.browser();
    await elsewhere.signInForTokens(login, PASSWORD);
    await forgot(login);
    const recoveryToken = await mailedToken(login);
    const { client } = open();
    const begun = await client.verifyRecoveryToken({ recoveryToken });
    expect([begun.status, functionsOf(begun)]).toEqual(['PASSWORD_RESET', ['cancel', 'resetPassword']]);
    expect(answerOf(begun)['recoveryType']).toBe('PASSWORD');
    expect((await refusalOf(begun.resetPassword!({ newPassword: 'aA1!' }))).causes).toEqual([
      'New password must be at least 8 letters',
    ]);
    expect((await begun.resetPassword!({ newPassword: NEW_PASSWORD })).status).toBe('SUCCESS');
    expect((await elsewhere.authorizeSilently())['error']).toBe('login_required');
    expect(await refusalOf(client.verifyRecoveryToken({ recoveryToken }))).toEqual({
      status: 401,
      errorCode: 'E0000011',
      errorSummary: 'Invalid token provided',
      causes: [],
    });
    expect((await signIn(login, NEW_PASSWORD)).status).toBe('SUCCESS');
  });

  it.each([
    ['alone', false],
    ['before a second factor', true],
  ])('leaves nothing of a sign-in with the old password, %s, that began before', async (_, hasPhone) => {
    const login = `raced-${hasPhone}@plan.example`;
    const id = hasPhone ? await addUserWithPhone(login) : await identity.addUser(login);
    const { passwords } = identity.provider;
    const verify = passwords.verify.bind(passwords);
    const checking = jest.spyOn(passwords, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given);
      await forgot(login);
      const begun = await open().client.verifyRecoveryToken({ recoveryToken: await mailedToken(login) });
      await begun.resetPassword!({ newPassword: NEW_PASSWORD });
      return isRight;
    });
    expect(await refusalOf(signIn(login))).toMatchObject({ status: 401, errorCode: 'E0000004' });
    checking.mockRestore();
    const earned = (table: 'session_token' | 'authn_transaction') =>
      identity.provider.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute();
    // The session token and the transactions of the account's owner.
    const [tokens, transactions] = [await earned('session_token'), await earned('authn_transaction')];
    expect([tokens.length, transactions.length]).toEqual(hasPhone ? [0, 1] : [1, 0]);
  });

  it('does not replace the second factor', async () => {
    await addUserWithPhone('both@plan.example');
    await forgot('both@plan.example');
    const begun = await open().client.verifyRecoveryToken({ recoveryToken: await mailedToken('both@plan.example') });
    expect((await begun.resetPassword!({ newPassword: NEW_PASSWORD })).status).toBe('MFA_REQUIRED');
  });

  it('has a link for an hour, and three mails at once', async () => {
    const login = 'often@plan.example';
    await identity.addUser(login);
    for (let n = 0; n < 3; n++) {
      await forgot(login);
      await mailedToken(login, n);
    }
    await forgot(login);
    await identity.addUser('after@plan.example');
    await forgot('after@plan.example');
    await mailedToken('after@plan.example');
    expect((await identity.messages()).filter(({ to }) => to === login)).toHaveLength(3);
    const recoveryToken = await mailedToken(login);
    identity.pass({ hours: 1 });
    expect(await refusalOf(open().client.verifyRecoveryToken({ recoveryToken }))).toMatchObject({
      errorCode: 'E0000011',
    });
  });

  it('of an account that a colleague reset is the only way in', async () => {
    const login = 'by-admin@plan.example';
    const id = await identity.addUser(login);
    expect((await identity.manage('POST', `/api/v1/users/${id}/lifecycle/reset_password?sendEmail=true`)).status).toBe(
      200,
    );
    expect(await refusalOf(signIn(login))).toMatchObject({ errorCode: 'E0000004' });
    const begun = await open().client.verifyRecoveryToken({ recoveryToken: await mailedToken(login) });
    expect((await begun.resetPassword!({ newPassword: NEW_PASSWORD })).status).toBe('SUCCESS');
  });
});

describe('RECOVERY', () => {
  const QUESTION = { question: 'Who was your first teacher?', answer: 'Mr  Óscar Vega' };
  const WRONG = {
    status: 403,
    errorCode: 'E0000087',
    errorSummary: 'The recovery question answer did not match our records.',
  };

  /** Adds a person with a security question, and resolves with the transaction that their mailed link begins. */
  async function begin(login: string) {
    const { profile, credentials: password } = newUser(login);
    await identity.manage('POST', '/api/v1/users', {
      profile,
      credentials: { ...password, recovery_question: QUESTION },
    });
    return openLink(login);
  }
  async function openLink(login: string, than = 0) {
    await open().client.forgotPassword({ username: login, factorType: 'EMAIL' });
    const recoveryToken = await mailedToken(login, than);
    return { recoveryToken, begun: await open().client.verifyRecoveryToken({ recoveryToken }) };
  }

  it('asks the question before the new password, and takes the answer however it is written', async () => {
    const { begun } = await begin('asked@plan.example');
    expect([begun.status, functionsOf(begun)]).toEqual(['RECOVERY', ['answer', 'cancel']]);
    expect(answerOf(begun)['recoveryType']).toBe('PASSWORD');
    expect(begun.user).toMatchObject({
      profile: { login: 'asked@plan.example' },
      recovery_question: { question: QUESTION.question },
    });
    expect(JSON.stringify(answerOf(begun))).not.toMatch(/Vega|hash/);
    const answered = await begun.answer!({ answer: ' mr óscar  VEGA ' });
    expect([answered.status, functionsOf(answered)]).toEqual(['PASSWORD_RESET', ['cancel', 'resetPassword']]);
    expect(await refusalOf(begun.answer!({ answer: QUESTION.answer }))).toMatchObject({ errorCode: 'E0000079' });
    expect((await answered.resetPassword!({ newPassword: NEW_PASSWORD })).status).toBe('SUCCESS');
  });

  it('takes no password before the answer, and no answer in place of the link', async () => {
    const { begun, recoveryToken } = await begin('order@plan.example');
    const { stateToken } = answerOf(begun);
    const { client, browser } = open();
    const reset = { stateToken, newPassword: NEW_PASSWORD };
    const answer = await browser.request('POST', '/api/v1/authn/credentials/reset_password', { json: reset });
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'E0000079']);
    await begun.answer!({ answer: QUESTION.answer });
    // Another browser with the same link must answer as well.
    expect((await client.verifyRecoveryToken({ recoveryToken })).status).toBe('RECOVERY');
  });

  it('bounds wrong answers, however many links are opened and however many tries arrive at once', async () => {
    const login = 'guessed@plan.example';
    const { begun } = await begin(login);
    const tries = Array.from({ length: 9 }, () => refusalOf(begun.answer!({ answer: 'Mr Vegas' })));
    const codes = (await Promise.all(tries)).map(({ errorCode }) => errorCode).sort();
    expect(codes).toEqual([...Array<string>(3).fill('E0000047'), ...Array<string>(6).fill('E0000087')]);
    const again = await openLink(login, 1);
    expect((await refusalOf(again.begun.answer!({ answer: QUESTION.answer }))).errorCode).toBe('E0000047');
    identity.pass({ minutes: 10 });
    expect(await refusalOf(again.begun.answer!({ answer: 'Mr Vegas' }))).toMatchObject(WRONG);
    identity.pass({ minutes: 10 });
    expect((await again.begun.answer!({ answer: QUESTION.answer })).status).toBe('PASSWORD_RESET');
  });

  it('asks a question that was set later; setting it takes the password and mails the owner a notice', async () => {
    const login = 'set-later@plan.example';
    const id = await identity.addUser(login);
    const set = (value: string, recovery_question: object = QUESTION) =>
      identity.manage('POST', `/api/v1/users/${id}/credentials/change_recovery_question`, {
        password: { value },
        recovery_question,
      });
    expect((await set('Wr0ng-password!')).status).toBe(403);
    expect((await set(PASSWORD, { ...QUESTION, answer: ' a  b ' })).status).toBe(400);
    expect(await (await set(PASSWORD)).json()).toMatchObject({ recovery_question: { question: QUESTION.question } });
    expect((await openLink(login)).begun.status).toBe('RECOVERY');
    expect(await notice(login, 'Your security question was changed')).not.toContain('Vega');
    const rows = await identity.provider.db.selectFrom('user').selectAll().where('id', '=', id).execute();
    expect(rows[0]).toMatchObject({ recovery_answer_hash: expect.stringMatching(/^\$argon2id\$/) });
  });
});

describe('LOCKED_OUT', () => {
  async function lock(login: string) {
    const { client } = open();
    await client.signInWithCredentials(credentials(login, 'Wr0ng-password!')).catch(() => undefined);
    for (let n = 0; n < 10; n++) {
      identity.pass({ seconds: 30 });
      const failed = client.signInWithCredentials(credentials(login, 'Wr0ng-password!')).catch(() => undefined);
      await identity.secondsUntil(failed);
    }
    return client;
  }

  it('is the answer to the right password, without a state token, and ends with a new password', async () => {
    const login = 'locked@plan.example';
    await identity.addUser(login);
    const client = await lock(login);
    const locked = await client.signInWithCredentials(credentials(login));
    expect([locked.status, functionsOf(locked)]).toEqual(['LOCKED_OUT', ['unlock']]);
    expect(answerOf(locked)['stateToken']).toBeUndefined();
    const asked = await locked.unlock!({ username: login, factorType: 'EMAIL' });
    expect(answerOf(asked)['recoveryType']).toBe('UNLOCK');
    const begun = await client.verifyRecoveryToken({ recoveryToken: await mailedToken(login) });
    await begun.resetPassword!({ newPassword: NEW_PASSWORD });
    expect((await client.signInWithCredentials(credentials(login, NEW_PASSWORD))).status).toBe('SUCCESS');
  });

  it('ends when a colleague unlocks the account', async () => {
    const login = 'unlocked@plan.example';
    const id = await identity.addUser(login);
    const client = await lock(login);
    expect((await client.signInWithCredentials(credentials(login))).status).toBe('LOCKED_OUT');
    identity.pass({ seconds: 1 });
    await identity.manage('POST', `/api/v1/users/${id}/lifecycle/unlock`);
    expect((await client.signInWithCredentials(credentials(login))).status).toBe('SUCCESS');
  });
});
