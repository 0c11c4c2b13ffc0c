import { describe, expect, it } from '@jest/globals';
import type { Account } from '@throughline/read-models';
import { KnownAccounts } from './known-accounts.js';

const ana = { userId: 'u1', firstName: 'Ana' } as Account;

function known(find: (userId: string) => Promise<Account | undefined>) {
  const clock = { ms: 0 };
  const asked: string[] = [];
  const accounts = new KnownAccounts(
    (userId) => {
      asked.push(userId);
      return find(userId);
    },
    () => clock.ms,
  );
  return { accounts, asked, clock };
}

describe('Accounts of those at work', () => {
  it('are read once for requests within a second, and again after it', async () => {
    const { accounts, asked, clock } = known(() => Promise.resolve(ana));
    expect(await Promise.all([accounts.byId('u1'), accounts.byId('u1')])).toEqual([ana, ana]);
    clock.ms = 999;
    await accounts.byId('u1');
    expect(asked).toEqual(['u1']);
    clock.ms = 1_000;
    await accounts.byId('u1');
    expect(asked).toEqual(['u1', 'u1']);
  });

  it('that are not there yet are asked for each time', async () => {
    let account = undefined as Account | undefined;
    const { accounts, asked } = known(() => Promise.resolve(account));
    expect(await accounts.byId('u1')).toBeUndefined();
    account = ana;
    expect(await accounts.byId('u1')).toBe(ana);
    expect(asked).toHaveLength(2);
  });

  it('that cannot be read are asked for again at once', async () => {
    const failing = new Error('away');
    let error = failing as Error | null;
    const { accounts } = known(() => (error ? Promise.reject(error) : Promise.resolve(ana)));
    await expect(accounts.byId('u1')).rejects.toBe(failing);
    error = null;
    expect(await accounts.byId('u1')).toBe(ana);
  });
});
