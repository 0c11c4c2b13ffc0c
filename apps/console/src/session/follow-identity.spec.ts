import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { Window } from 'happy-dom';
import { credentials, setReadCache } from '../api/credentials.js';
import type { Renewal } from './renewal.js';
import { sessionAtom, sessionEndAtom } from './session.js';

const window = new Window({ url: 'https://portal.test/' });
const { document, navigator, localStorage, sessionStorage } = window;
const asked: { readonly username: string; readonly answer: (status: number, data?: object) => Promise<void> }[] = [];
let onAsked = () => {};
/** The API: a spec answers what was asked. */
const fetch = (path: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  new Promise<Response>((resolve) => {
    const username = decodeURIComponent(path.split('/').at(-1)!);
    const answer = async (status: number, data: object = {}) => {
      const envelope = { success: status < 300, message: 'It is not so.', code: 'a/refusal', data };
      resolve(new Response(JSON.stringify(envelope), { status }));
      await settled();
    };
    asked.push({ username, answer });
    onAsked();
    sentAs.push(headers['user-id'] ?? null);
  });
/** Resolves at the next request of the person, or for a renewal. */
const nextRequest = () => new Promise<void>((resolve) => (onAsked = resolve));
const sentAs: (string | null)[] = [];
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
for (const [name, value] of Object.entries({ window, document, navigator, localStorage, sessionStorage, fetch }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
/** The renewals that the provider was asked for: a spec answers in place of the provider, which is asked under this lock. */
const renewals: ((renewal: Renewal) => void)[] = [];
const locks = {
  request: () =>
    new Promise<Renewal>((resolve) => {
      renewals.push(resolve);
      onAsked();
    }),
};
Object.defineProperty(navigator, 'locks', { value: locks });
// After the browser is there: these modules look for it when they are loaded.
const { siteStorage } = await import('./storage/browser-storage.js');
const { followIdentity, retryIdentity, takeRights } = await import('./follow-identity.js');
const { closePages, forgetPerson, noteTakeOver } = await import('./storage/forget-person.js');
const { tellTokensChanged, TOKENS_KEY } = await import('./tokens.js');

const session = () => getDefaultStore().get(sessionAtom);
const person = (name: string, more: object = {}) => ({ id: `id-${name}`, firstName: name, role: 'referrer', ...more });
const tokensOf = (name: string, renewal = 0, expiresAt = 9_999_999_999) => ({
  accessToken: { accessToken: `${name}-${renewal}`, expiresAt },
  idToken: { claims: { preferred_username: name } },
});
const store = (tokens: object | null) => {
  if (tokens === null) siteStorage.removeItem(TOKENS_KEY);
  else siteStorage.setItem(TOKENS_KEY, JSON.stringify(tokens));
  tellTokensChanged();
  return settled();
};
async function signIn(name: string): Promise<void> {
  await store(tokensOf(name));
  await asked.at(-1)!.answer(200, person(name));
  expect(session()).toEqual({ status: 'loggedIn', user: person(name) });
}

const forgotten: string[] = [];
const prepared: string[] = [];
beforeAll(async () => {
  setReadCache((reads) => void forgotten.push(reads));
  await followIdentity(() => Promise.resolve((user) => void prepared.push(user.id)));
});
beforeEach(async () => {
  siteStorage.clear();
  await store(null);
  getDefaultStore().set(sessionAtom, { status: 'loggedOut', user: null, lost: null, failure: null });
  getDefaultStore().set(sessionEndAtom, null);
  for (const list of [asked, sentAs, forgotten, prepared, renewals]) list.length = 0;
});

describe('The person of the session', () => {
  it('is read for the tokens of another, prepared, and named in the requests that follow', async () => {
    await store(tokensOf('ana'));
    tellTokensChanged();
    expect([session().status, asked.map(({ username }) => username)]).toEqual(['initial', ['ana']]);
    await asked[0]!.answer(200, person('ana'));
    expect(session()).toEqual({ status: 'loggedIn', user: person('ana') });
    expect([prepared, forgotten]).toEqual([['id-ana'], []]);
    await store(tokensOf('ana', 1));
    expect(sentAs).toEqual([null, 'id-ana']);
    await asked[1]!.answer(200, person('ana'));
  });

  it('is lost with the tokens, what was read is forgotten, and what was typed stays theirs until the next one is there', async () => {
    await signIn('ana');
    await store(null);
    expect(session()).toEqual({ status: 'loggedOut', user: null, lost: 'id-ana', failure: null });
    expect([forgotten, siteStorage.getItem('throughline.user-id')]).toEqual([['all'], null]);
    expect(getDefaultStore().get(sessionEndAtom)).toBe('ended-elsewhere');
    await store(tokensOf('eve'));
    expect(session()).toEqual({ status: 'initial', user: null, lost: 'id-ana' });
    await asked.at(-1)!.answer(200, person('eve'));
    expect([session().user?.id, forgotten]).toEqual(['id-eve', ['all']]);
  });

  it.each([
    ['who has logged out', () => forgetPerson(siteStorage, Date.now()), 'logged-out'],
    ['who has not answered', () => closePages(siteStorage, Date.now()), 'nobody-answered'],
  ])('%s is not lost, and reads why they are signed out', async (_how, end, why) => {
    await signIn('ana');
    end();
    await store(null);
    expect(session()).toMatchObject({ status: 'loggedOut', lost: null });
    expect(getDefaultStore().get(sessionEndAtom)).toBe(why);
  });

  it('is not lost to somebody whose tokens replace theirs, before whom what was read is forgotten', async () => {
    await signIn('ana');
    await store(tokensOf('eve'));
    expect(session()).toEqual({ status: 'initial', user: null, lost: null });
    expect(forgotten).toEqual(['all']);
  });

  it('whose session was taken over sees that as the reason, unless it was before they signed in', async () => {
    await signIn('ana');
    noteTakeOver(siteStorage, Date.now());
    await store(null);
    expect([session(), getDefaultStore().get(sessionEndAtom)]).toMatchObject([{ lost: 'id-ana' }, 'taken-over']);

    getDefaultStore().set(sessionEndAtom, null);
    noteTakeOver(siteStorage, Date.now() - 60_000);
    await signIn('eve');
    await store(null);
    expect([session(), getDefaultStore().get(sessionEndAtom)]).toMatchObject([{ lost: 'id-eve' }, 'ended-elsewhere']);
  });

  it('is not told of a session taken over which they have logged out of', async () => {
    await signIn('ana');
    forgetPerson(siteStorage, Date.now());
    noteTakeOver(siteStorage, Date.now());
    await store(null);
    expect(getDefaultStore().get(sessionEndAtom)).toBe('logged-out');
  });

  it('is not shown when the answer comes after the tokens of another, nor is a refusal of theirs', async () => {
    await store(tokensOf('ana'));
    await store(tokensOf('eve'));
    await asked[0]!.answer(200, person('ana'));
    expect([session().status, prepared, siteStorage.getItem('throughline.user-id')]).toEqual(['initial', [], null]);
    await asked[1]!.answer(200, person('eve'));
    expect(session().user?.id).toBe('id-eve');
    await store(tokensOf('ana'));
    await store(tokensOf('eve'));
    await asked[2]!.answer(403);
    expect([session().status, siteStorage.getItem(TOKENS_KEY)]).toEqual(['initial', expect.stringContaining('eve')]);
  });

  it('whom the API refuses is signed out; after a failure of the server the tokens stay for another attempt', async () => {
    await store(tokensOf('ana'));
    await asked[0]!.answer(500);
    expect(session()).toMatchObject({ status: 'loggedOut', failure: 'It is not so.' });
    expect(siteStorage.getItem(TOKENS_KEY)).toContain('ana');
    void retryIdentity();
    await settled();
    await asked[1]!.answer(403);
    expect(session()).toMatchObject({ status: 'loggedOut', lost: null, failure: 'It is not so.' });
    expect(siteStorage.getItem(TOKENS_KEY)).toBeNull();
  });

  it('is read again when the tokens are renewed, and screens are read again only if something is different', async () => {
    await signIn('ana');
    await store(tokensOf('ana', 1));
    await asked.at(-1)!.answer(200, person('ana'));
    expect(forgotten).toEqual([]);
    await store(tokensOf('ana', 2));
    await asked.at(-1)!.answer(200, person('ana', { role: 'staff' }));
    expect([session().user?.role, forgotten]).toEqual(['staff', ['outdated']]);
    await store(tokensOf('ana', 3));
    await asked.at(-1)!.answer(500);
    expect([session().user?.role, forgotten]).toEqual(['staff', ['outdated']]);
  });

  it('keeps the rights that were sent while it was read again, and takes none of somebody else', async () => {
    await signIn('ana');
    await store(tokensOf('ana', 1));
    const rights = { admin: true, siteAdmin: false, company: null, groups: [] };
    takeRights({ id: 'id-ana', role: 'staff', ...rights });
    await asked.at(-1)!.answer(200, person('ana', { firstName: 'Anna' }));
    expect([session().user?.role, forgotten]).toEqual(['staff', ['outdated']]);
    takeRights({ id: 'id-eve', role: 'ops', ...rights });
    expect([session().user?.role, forgotten]).toEqual(['staff', ['outdated']]);
  });

  it('is not brought back by an answer that comes after the tokens are gone', async () => {
    await signIn('ana');
    await store(tokensOf('ana', 1));
    await store(null);
    await asked.at(-1)!.answer(200, person('ana', { role: 'staff' }));
    expect(session()).toMatchObject({ status: 'loggedOut', user: null, lost: 'id-ana' });
  });
});

describe('A renewal for a request that was refused', () => {
  /** Asks for it, and answers after `meanwhile`. Resolves with its result, or with the code of its error. */
  async function renew(renewal: Renewal, meanwhile = async () => {}): Promise<boolean | string> {
    const requested = nextRequest();
    const result = credentials()
      .renew()
      .catch((error: { readonly code: string }) => error.code);
    await requested;
    await meanwhile();
    renewals.shift()!(renewal);
    const outcome = await result;
    await settled();
    return outcome;
  }

  it.each([
    ['that brings new tokens has it sent again', 'renewed', true],
    ['that got no answer is an outage', 'failed', 'console/no-answer'],
    ['that a sign-out or sign-in has superseded leaves it refused', 'superseded', false],
  ] as const)('%s, and the person stays signed in', async (_case, renewal, outcome) => {
    await signIn('ana');
    expect(await renew(renewal)).toBe(outcome);
    expect(session()).toEqual({ status: 'loggedIn', user: person('ana') });
    expect(siteStorage.getItem(TOKENS_KEY)).toContain('ana');
  });

  it('of a session that is over at the provider ends it here', async () => {
    await signIn('ana');
    expect(await renew('ended')).toBe(false);
    expect(session()).toMatchObject({ status: 'loggedOut', lost: 'id-ana' });
    expect(siteStorage.getItem(TOKENS_KEY)).toBeNull();
  });

  it('of a session that is over ends none of somebody who signed in meanwhile', async () => {
    await signIn('ana');
    expect(await renew('ended', () => signIn('eve'))).toBe(false);
    expect(session()).toEqual({ status: 'loggedIn', user: person('eve') });
  });
});

describe('A page that opens', () => {
  const open = () => followIdentity(() => Promise.resolve(() => undefined));

  it('with tokens that have run out renews them before it reads the person', async () => {
    siteStorage.setItem(TOKENS_KEY, JSON.stringify(tokensOf('ana', 0, 1)));
    const requested = nextRequest();
    const opened = open();
    await requested;
    expect([asked, renewals.length]).toEqual([[], 1]);
    siteStorage.setItem(TOKENS_KEY, JSON.stringify(tokensOf('ana', 1)));
    renewals.shift()!('renewed');
    await settled();
    await asked[0]!.answer(200, person('ana'));
    await opened;
    expect([session().status, asked.length, renewals]).toEqual(['loggedIn', 1, []]);
  });

  it.each([
    ['have run out', 1, 'ended-elsewhere'],
    ['the API refuses', undefined, 'ended-elsewhere'],
    ['have run out, and ends while another tab logs out', 1, 'logged-out'],
  ])('with tokens that %s says that the session is over, if it is', async (_, expiresAt, why) => {
    siteStorage.setItem(TOKENS_KEY, JSON.stringify(tokensOf('ana', 0, expiresAt)));
    const requested = nextRequest();
    const opened = open();
    await requested;
    if (why === 'logged-out') forgetPerson(siteStorage, Date.now());
    const refused = asked[0]?.answer(401);
    while (renewals.length === 0) await settled();
    renewals.shift()!('ended');
    await Promise.all([refused, opened]);
    expect(session()).toMatchObject({ status: 'loggedOut', user: null });
    expect(getDefaultStore().get(sessionEndAtom)).toBe(why);
  });

  it('reads the person although the renewal got no answer', async () => {
    siteStorage.setItem(TOKENS_KEY, JSON.stringify(tokensOf('ana', 0, 1)));
    const requested = nextRequest();
    const opened = open();
    await requested;
    expect([asked, renewals.length]).toEqual([[], 1]);
    renewals.shift()!('failed');
    await settled();
    await asked[0]!.answer(200, person('ana'));
    await opened;
    expect(session().status).toBe('loggedIn');
  });

  it.each([
    ['without tokens', null, 'loggedOut'],
    ['with tokens that are valid', tokensOf('ana'), 'loggedIn'],
  ])('%s asks for no renewal', async (_case, tokens, status) => {
    if (tokens !== null) siteStorage.setItem(TOKENS_KEY, JSON.stringify(tokens));
    const opened = open();
    await settled();
    expect(renewals).toEqual([]);
    await asked[0]?.answer(200, person('ana'));
    await opened;
    expect(session().status).toBe(status);
  });
});
