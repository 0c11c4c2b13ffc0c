import { describe, expect, it } from '@jest/globals';
import { deleteExpiredRows } from './expired-rows.js';
import { mailBrowserLink } from './sign-in/browser-link.js';
import { PASSWORD, runIdentity } from './testing/running-identity.js';
import { findUserByLogin } from './user/user.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
const TABLES = [
  'session_token',
  'sso_session',
  'authorization_code',
  'revoked_token',
  'sign_in_attempt',
  'known_source',
  'browser_link',
  'authn_transaction',
  'sent_code',
  'budget_use',
] as const;

/** The number of rows of each table, in the order of `TABLES`. */
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
    await mailBrowserLink(identity.provider, (await findUserByLogin(identity.provider, LOGIN))!.id);
    await identity.addUserWithPhone('phone@plan.example');
    const phone = await identity.browser().signIn('phone@plan.example', PASSWORD);
    await browser.request('POST', `/api/v1/authn/factors/${phone.body._embedded.factors[0].id}/verify`, {
      json: { stateToken: phone.body.stateToken },
    });
    const before = await counts();
    expect(before).toEqual([1, 1, 2, 1, 11, 2, 1, 1, 1, 4]);

    await deleteExpiredRows(identity.provider);
    expect(await counts()).toEqual(before);

    identity.pass({ hours: 3 });
    await deleteExpiredRows(identity.provider);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 2, 0, 0, 0, 4]);

    identity.pass({ hours: 90 * 24 });
    await deleteExpiredRows(identity.provider);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
