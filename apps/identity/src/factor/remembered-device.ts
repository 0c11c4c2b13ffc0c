import type { IdentityProvider } from '../identity-provider.js';

const DAY_MINUTES = 24 * 60;

/** The part of the policy that a tenant sends with a factor; undefined if devices are not remembered. */
export const rememberPolicy = ({ rememberDeviceDays }: IdentityProvider) =>
  rememberDeviceDays === 0
    ? undefined
    : {
        allowRememberDevice: true,
        rememberDeviceLifetimeInMinutes: rememberDeviceDays * DAY_MINUTES,
        rememberDeviceByDefault: false,
      };

interface Device {
  readonly user_id: string;
  /** The hashed key of the browser in which the transaction began. */
  readonly browser_hash: string;
}

/** Remembers this browser until it expires: the person is not asked for the factor in it. Does nothing if devices are not remembered. */
export async function rememberDevice(
  { db, now, rememberDeviceDays }: IdentityProvider,
  { user_id, browser_hash }: Device,
  factor_id: string,
): Promise<void> {
  if (rememberDeviceDays === 0) return;
  const remembered = {
    factor_id,
    expires_at: new Date(now().getTime() + rememberDeviceDays * DAY_MINUTES * 60_000),
  };
  await db
    .insertInto('remembered_device')
    .values({ user_id, browser_hash, ...remembered })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet(remembered))
    .execute();
}

export async function isRemembered(
  { db, now, rememberDeviceDays }: IdentityProvider,
  { user_id, browser_hash }: Device,
): Promise<boolean> {
  if (rememberDeviceDays === 0) return false;
  const device = await db
    .selectFrom('remembered_device')
    .select('factor_id')
    .where('user_id', '=', user_id)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return device !== undefined;
}
