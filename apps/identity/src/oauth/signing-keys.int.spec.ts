import { describe, expect, it } from '@jest/globals';
import { runIdentity } from '../testing/running-identity.js';
import { loadSigningKeys } from './signing-keys.js';

const identity = runIdentity();

describe('Signing keys', () => {
  it('are created once, and are the same after a restart', async () => {
    const restarted = await loadSigningKeys(identity.provider.db);
    expect(restarted.signer.kid).toBe(identity.provider.keys.signer.kid);
    expect(restarted.published).toEqual(identity.provider.keys.published);
  });

  it('are created once by two processes that start together', async () => {
    const { db } = identity.provider;
    await db.deleteFrom('signing_key').execute();
    const [one, other] = await Promise.all([loadSigningKeys(db), loadSigningKeys(db)]);
    expect(one.published.keys).toHaveLength(1);
    expect(other.signer.kid).toBe(one.signer.kid);
  });
});
