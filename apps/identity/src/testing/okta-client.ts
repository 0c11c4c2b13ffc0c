import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { OktaAuth } from '@okta/okta-auth-js/authn';
import { Browser } from './browser.js';

/** An identity provider to test the client against. */
export interface ProviderUnderTest {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The address at which its origin is reached. */
  readonly address: string;
}

/**
 * The portal's unmodified client, in a browser of its own: this transport keeps cookies, unlike Node's `fetch`, and reaches the provider at
 * its address.
 */
export function oktaClient({ issuer, clientId, redirectUri, address }: ProviderUnderTest) {
  const browser = new Browser(address, new URL(issuer).pathname);
  const client = new OktaAuth({
    issuer,
    clientId,
    redirectUri,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    httpRequestClient: async (method, url, { data, headers }) => {
      const { pathname, search } = new URL(url);
      const {
        status,
        text,
        body,
        headers: answered,
      } = await browser.request(method, pathname + search, {
        ...(data !== undefined && { text: typeof data === 'string' ? data : JSON.stringify(data) }),
        headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
      });
      const answer = { status, responseText: text, headers: answered, responseJSON: body as object };
      // The client treats a rejection of its transport as a refusal.
      return status < 400 ? answer : Promise.reject(answer);
    },
  });
  return { client, browser };
}

/** What the client rejects with, in the form in which the console reads it. */
export async function refusalOf(call: Promise<unknown> | undefined) {
  try {
    await call;
  } catch (error) {
    const { errorCode, errorSummary, errorCauses, xhr } = error as {
      readonly errorCode?: string;
      readonly errorSummary?: string;
      readonly errorCauses?: readonly { readonly errorSummary: string }[];
      readonly xhr?: { readonly status: number };
    };
    return { status: xhr?.status, errorCode, errorSummary, causes: errorCauses?.map((cause) => cause.errorSummary) };
  }
  throw new Error('The call was not refused.');
}

/** The functions that the client made of a transaction's links. */
export const functionsOf = (transaction: AuthnTransaction): string[] =>
  Object.entries(transaction)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name)
    .sort();

/** The provider's raw answer, which the client's types omit. */
export const answerOf = (transaction: AuthnTransaction) =>
  (transaction as unknown as { readonly data: Readonly<Record<string, string | undefined>> }).data;
