import { describe, expect, it } from '@jest/globals';
import { deleteExpiredRows } from './expired-rows.js';
import { PASSWORD, runIdentity } from './testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
const TABLES = ['session_token', 'sso_session', 'authorization_code', 'revoked_token', 'sign_in_attempt'] as const;

/** Rows of each table, in the order of `TABLES`. */
const counts = () =>
  Promise.all(TABLES.map(async (table) => (await identity.provider.db.selectFrom(table).selectAll().execute()).length));

describe('Expired rows', () => {
  it('are deleted, and no others', async () => {
    await identity.addUser(LOGIN);
    const browser = identity.browser();
    const { access_token } = await browser.signInForTokens(LOGIN, PASSWORD);
    await browser.authorizeSilently();
    await browser.request('POST', '/oauth2/default/v1/revoke', {
      form: { token: access_token, client_id: 'throughline-console' },
    });
    await browser.signIn(LOGIN, PASSWORD);
    await browser.signIn(LOGIN, 'Wr0ng-password!');
    const before = await counts();
    expect(before).toEqual([1, 1, 1, 1, 2]);

    await deleteExpiredRows(identity.provider);
    expect(await counts()).toEqual(before);

    identity.pass({ hours: 2 });
    await deleteExpiredRows(identity.provider);
    expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  });
});
