import { type Browser, type BrowserContext, test as playwright, type Page, expect } from '@playwright/test';
import { accessTokenIn, type PersonApi, personApi, type StoredSession } from './person-api.js';
import { runningProduct } from './product.js';
import { SIGN_INS } from '../../scripts/launcher/demo.mjs';

/** Who can sign in after the demo seed. */
export type Person = 'referrer' | 'referrer2' | 'site-admin' | 'staff' | 'staff2' | 'admin' | 'ops';
const PASSWORD = 'Throughline1!';

/** The address of somebody of the demo, by what stands before its @. */
export function addressOf(name: string): string {
  const [address] = SIGN_INS.find(([one]) => one!.startsWith(`${name}@`)) ?? [];
  if (address === undefined) throw new Error(`Nobody of the demo signs in as ${name}.`);
  return address;
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

interface People {
  /** Opens a separate browser context, which is closed after the test, because an open page would continue to receive changes. */
  readonly newPage: (options?: ContextOptions) => Promise<Page>;
  /** Opens a browser of its own, in which nobody is signed in. */
  readonly visitor: () => Promise<Page>;
  /** Opens a browser of its own, in which the person is signed in; its page is still empty. */
  readonly signedIn: (person: Person) => Promise<Page>;
  /** For what another person does meanwhile, and for what a spec needs to be there: a page would take a second of processor time. */
  readonly apiAs: (person: Person) => Promise<PersonApi>;
  readonly sessionOf: (person: Person) => Promise<StoredSession>;
}

/** Playwright's `test` with the running product's address, and people, each in a browser of their own. */
export const test = playwright.extend<People, { readonly sessions: Map<Person, StoredSession> }>({
  baseURL: async ({}, use) => use((await runningProduct()).origin),
  /** A person signs in once per run of the specs: the identity provider counts tries. */
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  newPage: async ({ browser, contextOptions, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, baseURL, ...options });
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  visitor: async ({ newPage }, use) => use(() => newPage()),
  sessionOf: async ({ newPage, sessions }, use) =>
    use(async (person) => {
      const known = sessions.get(person);
      if (known) return known;
      const page = await newPage();
      await page.goto('/');
      await signIn(page, person);
      await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
      const session = await page.context().storageState();
      await page.context().close();
      sessions.set(person, session);
      return session;
    }),
  signedIn: async ({ newPage, sessionOf }, use) =>
    use(async (person) => newPage({ storageState: await sessionOf(person) })),
  apiAs: async ({ request, sessionOf }, use) =>
    use(async (person) => personApi(request, accessTokenIn(await sessionOf(person)))),
});

/** Signs in on the page that is open, which stays open. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Username').fill(addressOf(person));
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
}
