import { callProvider } from './call-provider.js';
import { choicesOf } from './second-factor.js';
import type { FactorKind, NewApp } from './sign-in-step.js';

/* The embedded provider's calls for a person's own factors. Their answers are in Okta's format. */

const OWN = '/api/v1/users/me/factors';
const APP = { factorType: 'token:software:totp', provider: 'GOOGLE' };

interface Factor {
  readonly id: string;
  readonly factorType: string;
  readonly created: string;
  readonly _embedded?: {
    readonly activation: {
      readonly sharedSecret: string;
      readonly _links: { readonly qrcode: { readonly href: string } };
    };
  };
}

export interface OwnFactor {
  readonly id: string;
  readonly kind: FactorKind;
  /** The masked number, as it is shown; null for an app. */
  readonly phone: string | null;
  readonly created: string;
}

export async function listFactors(): Promise<readonly OwnFactor[]> {
  const factors = await callProvider<readonly Factor[]>('GET', OWN);
  return factors.flatMap(({ id, created, ...factor }) =>
    choicesOf({ factor }).map(({ kind, phone }) => ({ id, created, kind, phone })),
  );
}

/** The app must be confirmed with a code within a quarter of an hour. */
export async function addApp(password: string): Promise<NewApp> {
  const { id, _embedded } = await callProvider<Factor>('POST', OWN, { ...APP, password });
  if (_embedded === undefined) throw new Error('This did not work. Try again.');
  const { sharedSecret, _links } = _embedded.activation;
  return { factorId: id, secret: sharedSecret, qrCode: _links.qrcode.href };
}

export const confirmApp = (id: string, passCode: string) =>
  callProvider<Factor>('POST', `${OWN}/${id}/lifecycle/activate`, { passCode });

export const removeApp = (id: string, password: string) =>
  callProvider<undefined>('DELETE', `${OWN}/${id}`, { password });
