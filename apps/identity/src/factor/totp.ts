import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { IdentityProvider } from '../identity-provider.js';
import type { Factor } from '../identity-schema.js';
import { seal, unseal } from '../secret.js';
import { guessCode } from './guess-code.js';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** A clock may be off by one step in either direction. */
const WINDOW = 1;

/** Parameters that all authenticator apps support: many silently ignore another algorithm, length or step. */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Throughline',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });

const purpose = (factorId: string) => `totp ${factorId}`;

/** A new secret for an authenticator app, in the form in which it is stored. */
export const newTotpSecret = ({ apiToken }: IdentityProvider, factorId: string): string =>
  seal(apiToken, purpose(factorId), new Secret({ size: SECRET_BYTES }).base32);

const secretOf = ({ apiToken }: IdentityProvider, { id, sealed_secret }: Factor): string =>
  unseal(apiToken, purpose(id), sealed_secret ?? '');

/**
 * What an app is set up with, in a tenant's format: the secret, and the same as a QR code. `label` is the name of the account in the app.
 */
export function totpActivation(provider: IdentityProvider, factor: Factor, label: string) {
  const sharedSecret = secretOf(provider, factor);
  const image = renderSVG(totpOf(sharedSecret, label).toString(), { border: 4 });
  const href = `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`;
  return {
    timeStep: STEP_SECONDS,
    sharedSecret,
    encoding: 'base32',
    keyLength: SECRET_BYTES,
    _links: { qrcode: { href, type: 'image/svg+xml' } },
  };
}

/**
 * Uses up the code that an authenticator app shows. Throws E0000068 for a wrong code, and for one of a time step that is not after the last
 * used one: an observed code cannot be used again. Throws E0000047 after too many wrong codes.
 */
export const useTotpCode = (provider: IdentityProvider, factor: Factor, passCode: string): Promise<void> =>
  guessCode(provider, factor.user_id, passCode, async (token) => {
    const timestamp = provider.now().getTime();
    const delta = totpOf(secretOf(provider, factor)).validate({ token, timestamp, window: WINDOW });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
    const used = await provider.db
      .updateTable('factor')
      .set({ used_step: step })
      .where('id', '=', factor.id)
      .where(({ or, eb }) => or([eb('used_step', 'is', null), eb('used_step', '<', step)]))
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  });
