import { describe, expect, it, jest } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { PASSWORD, runIdentity, RunningIdentity } from '../testing/running-identity.js';
import { SigningKeys } from './signing-keys.js';

const identity = runIdentity();
const reopened = () => SigningKeys.open(identity.provider.db, identity.provider.now);
const rotate = () =>
  identity.manage('POST', '/api/v1/authorizationServers/default/credentials/lifecycle/keyRotate', { use: 'sig' });
const kidsOf = async (keys: SigningKeys) => (await keys.published()).keys.map(({ kid }) => kid);
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

/** Holds the result of a query of its database. */
class HeldRead implements KyselyPlugin {
  private whenRead: (() => void) | undefined;
  release: () => void = () => undefined;

  /** Resolves when the next query has been answered. Its result is held until `release`. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.whenRead = resolve));
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    const { whenRead } = this;
    if (whenRead === undefined) return result;
    this.whenRead = undefined;
    const released = new Promise<void>((resolve) => (this.release = resolve));
    whenRead();
    await released;
    return result;
  }
}

describe('Signing keys', () => {
  it('are created once, and are the same after a restart', async () => {
    const restarted = await reopened();
    expect((await restarted.signer()).kid).toBe((await identity.provider.keys.signer()).kid);
    expect(await restarted.published()).toEqual(await identity.provider.keys.published());
  });

  it('are created once by two processes that start together', async () => {
    await identity.provider.db.deleteFrom('signing_key').execute();
    const [one, other] = await Promise.all([reopened(), reopened()]);
    expect(await kidsOf(one)).toHaveLength(2);
    expect((await other.signer()).kid).toBe((await one.signer()).kid);
    identity.pass({ minutes: 1 });
  });

  it('are rotated by a call: the key that signs next was published before, and no token becomes invalid', async () => {
    const second = new RunningIdentity();
    await second.start(identity);
    await identity.addUser('rosa@plan.example');
    const before = await identity.browser().signInForTokens('rosa@plan.example', PASSWORD);
    const published = await kidsOf(second.provider.keys);
    expect((await rotate()).status).toBe(200);
    const browser = identity.browser();
    const after = await browser.signInForTokens('rosa@plan.example', PASSWORD);
    expect(kidOf(after.access_token)).not.toBe(kidOf(before.access_token));
    expect(published).toContain(kidOf(after.access_token));
    const isActive = async (token: string, at: RunningIdentity) => {
      const form = { token, client_id: 'throughline-console' };
      return (await at.browser().request('POST', '/oauth2/default/v1/introspect', { form })).body.active as boolean;
    };
    for (const at of [identity, second]) {
      expect(await isActive(before.access_token, at)).toBe(true);
      expect(await isActive(after.access_token, at)).toBe(true);
    }
    second.pass({ minutes: 1 });
    expect((await second.provider.keys.signer()).kid).toBe(kidOf(after.access_token));
    await second.close();
  });

  it('are the new ones after a rotation, also when a read that began before it ends after it', async () => {
    const { db, now } = identity.provider;
    const held = new HeldRead();
    const keys = await SigningKeys.open(db.withPlugin(held), now);
    const before = await keys.signer();
    identity.pass({ minutes: 1 });
    const isHeld = held.next();
    const reading = keys.signer();
    await isHeld;
    await keys.rotate();
    const rotated = await keys.signer();
    expect(rotated.kid).not.toBe(before.kid);
    held.release();
    await reading;
    expect(await keys.signer()).toEqual(rotated);
  });

  it('are rotated by a process whose clock is behind the one that rotated them before', async () => {
    const behind = new Date(identity.now - 60_000);
    const keys = await SigningKeys.open(identity.provider.db, () => behind);
    const [before, published] = [await keys.signer(), await kidsOf(keys)];
    await keys.rotate();
    const { kid } = await keys.signer();
    expect(kid).not.toBe(before.kid);
    expect(published).toContain(kid);
    expect(await kidsOf(keys)).toHaveLength(published.length + 1);
  });

  it('are read once in a few seconds for any number of tokens of unknown keys, and a new one is found', async () => {
    const second = new RunningIdentity();
    await second.start(identity);
    const token = await identity.browser().signInForTokens('rosa@plan.example', PASSWORD);
    const [header, ...rest] = token.access_token.split('.');
    const { kid, ...others } = decodeProtectedHeader(token.access_token);
    const reads = jest.spyOn(second.provider.db, 'selectFrom');
    const introspect = async (name: unknown) => {
      const named = Buffer.from(JSON.stringify({ ...others, kid: name })).toString('base64url');
      const form = { token: [name === kid ? header : named, ...rest].join('.'), client_id: 'throughline-console' };
      const answer = await second.browser().request('POST', '/oauth2/default/v1/introspect', { form });
      return answer.body.active as boolean;
    };
    const flood = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => introspect(`unknown-${n}`)));
    const readsOfKeys = () => reads.mock.calls.filter(([table]) => (table as unknown) === 'signing_key').length;
    expect(await flood(100)).toEqual(Array.from({ length: 100 }, () => false));
    expect(readsOfKeys()).toBe(1);
    expect(await introspect(undefined)).toBe(false);
    expect(await introspect(kid)).toBe(true);
    expect(readsOfKeys()).toBe(1);
    // The second process has not yet loaded the key that signs after two rotations.
    for (const seconds of [1, 1]) {
      identity.pass({ seconds });
      await rotate();
    }
    const fresh = await identity.browser().signInForTokens('rosa@plan.example', PASSWORD);
    second.pass({ seconds: 3 });
    const form = { token: fresh.access_token, client_id: 'throughline-console' };
    const answer = await second.browser().request('POST', '/oauth2/default/v1/introspect', { form });
    expect(answer.body.active).toBe(true);
    expect(readsOfKeys()).toBe(2);
    reads.mockRestore();
    await second.close();
  });

  it('leave open whether a token is valid while they cannot be read, twice', async () => {
    const { access_token: token } = await identity.browser().signInForTokens('rosa@plan.example', PASSWORD);
    const introspect = () =>
      identity.browser().request('POST', '/oauth2/default/v1/introspect', {
        form: { token, client_id: 'throughline-console' },
      });
    const { db } = identity.provider;
    const selectFrom = db.selectFrom.bind(db) as (table: unknown) => unknown;
    for (const outage of ['first', 'second']) {
      identity.pass({ minutes: 1 });
      const reads = jest.spyOn(db, 'selectFrom').mockImplementation(((table: unknown) => {
        if (table === 'signing_key') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return selectFrom(table);
      }) as never);
      const { status, body } = await introspect();
      expect({ outage, status, active: body.active as unknown }).toEqual({ outage, status: 503, active: undefined });
      reads.mockRestore();
      expect((await introspect()).body.active).toBe(true);
    }
  });

  it('are rotated by age, and deleted when their tokens have expired', async () => {
    const { keys } = identity.provider;
    const first = (await keys.signer()).kid;
    expect(await keys.rotateByAge()).toBe(false);
    identity.pass({ hours: 90 * 24 });
    expect(await keys.rotateByAge()).toBe(true);
    expect((await keys.signer()).kid).not.toBe(first);
    expect(await kidsOf(keys)).toContain(first);
    expect(await keys.rotateByAge()).toBe(false);
    identity.pass({ hours: 90 * 24 });
    await keys.rotateByAge();
    expect(await kidsOf(keys)).not.toContain(first);
    expect(await kidsOf(keys)).toHaveLength(3);
  });

  it('are rotated for the portal’s servers only', async () => {
    const path = '/api/v1/authorizationServers/default/credentials/lifecycle/keyRotate';
    expect((await identity.browser().request('POST', path, { json: { use: 'sig' } })).status).toBe(401);
  });
});
