import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The API as a person may call it, without a browser. */
export interface PersonApi {
  readonly read: <Data>(path: string) => Promise<Data>;
  /** Sends a request with an idempotency key of its own, which must succeed. */
  readonly post: <Data>(path: string, data?: object) => Promise<Data>;
}

export function personApi(request: APIRequestContext, accessToken: string): PersonApi {
  const authorization = `Bearer ${accessToken}`;
  return {
    read: async <Data>(path: string) => {
      const ask = () => request.get(`/api${path}`, { headers: { authorization } });
      let answer = await ask();
      // While the read models of a busy machine are behind, as a page of the console asks.
      if (answer.status() === 503) await expect.poll(async () => (answer = await ask()).status()).not.toBe(503);
      expect(answer.status(), await answer.text()).toBe(200);
      return ((await answer.json()) as { readonly data: Data }).data;
    },
    post: async <Data>(path: string, data = {}) => {
      const headers = { authorization, 'idempotency-key': randomUUID() };
      const answer = await request.post(`/api${path}`, { headers, data });
      expect(answer.status(), await answer.text()).toBeLessThan(300);
      return ((await answer.json()) as { readonly data: Data }).data;
    },
  };
}

/** What a browser keeps of somebody who has signed in. */
export type StoredSession = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** The access token of the person who is signed in on the page. */
export const accessTokenOf = async (page: Page): Promise<string> => accessTokenIn(await page.context().storageState());

/** Where the identity provider's client keeps it. */
export function accessTokenIn({ origins }: StoredSession): string {
  const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'okta-token-storage');
  return (JSON.parse(kept?.value ?? '{}') as { accessToken?: { accessToken: string } }).accessToken?.accessToken ?? '';
}
