import { identityAdminOf, manage, commandConfig } from '@throughline/platform';

/**
 * `signing-keys rotate`: the identity provider signs with its next key from now on. It uses Okta's call, so that it also works with a
 * tenant that does not rotate its keys itself. Needs IDENTITY_API_TOKEN and the provider's address.
 */
export async function rotateSigningKeys(env?: Readonly<Record<string, string>>): Promise<void> {
  const config = commandConfig(env);
  const identity = identityAdminOf(config);
  if (identity === undefined) throw new Error('IDENTITY_API_TOKEN is missing.');
  const server = new URL(config.oidcIssuer).pathname.split('/').at(-1) ?? 'default';
  const path = `/api/v1/authorizationServers/${encodeURIComponent(server)}/credentials/lifecycle/keyRotate`;
  const keys = (await manage(identity, 'POST', path, { use: 'sig' })) as readonly { readonly kid: string }[];
  process.stdout.write(`Keys that are published now: ${keys.map(({ kid }) => kid).join(', ')}\n`);
}
