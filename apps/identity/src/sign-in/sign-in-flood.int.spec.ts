import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import type { Answer } from '../testing/browser.js';
import { PASSWORD, runIdentity, RunningIdentity } from '../testing/running-identity.js';

const REAL = { realHash: true }; // a flood uses up the processor, so the hash must be real
const identity = runIdentity(REAL);

const ATTACKER = '203.0.113.66';
const OWNER = '198.51.100.1';

const outcomeOf = ({ status, body }: Answer) => [status, body.errorCode ?? body.status];

let guesses = 0;
/** Tries this many wrong passwords at once. The clock stands still, so their answers are delayed. */
function flood(login: string, attempts: number, address = ATTACKER, by = identity): Promise<Answer[]> {
  const answers = Array.from({ length: attempts }, () =>
    by.browser().signIn(login, `Wr0ng-password-${++guesses}!`, address),
  );
  asked.push(...answers);
  return Promise.all(answers);
}

async function owner(login: string): Promise<string> {
  await identity.addUser(login);
  return login;
}

/** An account that is used from the address. */
async function known(login: string, address: string): Promise<string> {
  await owner(login);
  await identity.browser().signIn(login, PASSWORD, address);
  return login;
}

const ending: (() => void)[] = [];
/** The attempts of a test; they are answered before the next test, also if the test fails. */
const asked: Promise<unknown>[] = [];
afterEach(async () => {
  await identity.secondsUntil(Promise.allSettled(asked.splice(0)));
  ending.splice(0).forEach((end) => end());
});

/** Counts how many passwords have been compared, which is what takes processor time. */
function countComparisons() {
  const { passwords } = identity.provider;
  const compare = passwords.verify.bind(passwords);
  let count = 0;
  const spy = jest.spyOn(passwords, 'verify').mockImplementation(async (...given) => {
    const right = await compare(...given);
    count += 1;
    return right;
  });
  ending.push(() => spy.mockRestore());
  return () => count;
}

/** Whether all wrong passwords were answered. The clock stands still, so most answers are delayed. */
const areAllAnswered = (wrong: Promise<unknown>) =>
  Promise.race([wrong.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

describe('While 64 wrong passwords are tried at once from one address, the right one', () => {
  it('is taken in a new browser at an address where the account was never used, before all of them are compared', async () => {
    const login = await owner('fresh@plan.example');
    const compared = countComparisons();
    const wrong = flood(login, 64);
    expect(outcomeOf(await identity.browser().signIn(login, PASSWORD, OWNER))).toEqual([200, 'SUCCESS']);
    expect(compared()).toBeLessThan(64);
    expect(await areAllAnswered(wrong)).toBe(false);
    await identity.secondsUntil(wrong);
    expect(compared()).toBe(65);
    expect(new Set((await wrong).map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('is taken in a new browser at the same address, before all of them are answered', async () => {
    const login = await owner('same@plan.example');
    const wrong = flood(login, 64);
    expect(outcomeOf(await identity.browser().signIn(login, PASSWORD, ATTACKER))).toEqual([200, 'SUCCESS']);
    expect(await areAllAnswered(wrong)).toBe(false);
    await identity.secondsUntil(wrong);
    expect(new Set((await wrong).map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('is taken at once by another process', async () => {
    const login = await owner('processes@plan.example');
    const second = new RunningIdentity(REAL);
    await second.start(identity);
    const wrong = flood(login, 64);
    await identity.somebodyWaits();
    expect(outcomeOf(await second.browser().signIn(login, PASSWORD, OWNER))).toEqual([200, 'SUCCESS']);
    expect(outcomeOf(await second.browser().signIn(login, PASSWORD, ATTACKER))).toEqual([200, 'SUCCESS']);
    await identity.secondsUntil(wrong);
    await second.close();
  });
});

describe('More attempts than the queue holds', () => {
  it('are refused, and do not affect another address', async () => {
    const login = await owner('crowded@plan.example');
    const wrong = flood(login, 300);
    expect(outcomeOf(await identity.browser().signIn(login, PASSWORD, OWNER))).toEqual([200, 'SUCCESS']);
    expect(await areAllAnswered(wrong)).toBe(false);
    await identity.secondsUntil(wrong);
    const refused = (await wrong).filter(({ body }) => /^API call exceeded/.test(String(body.errorSummary)));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  });
});

describe('While the look-ups of known sources hang', () => {
  it('attempts that the queue cannot hold are refused, and an owner at another address is not', async () => {
    const login = await owner('looked-up@plan.example');
    const refusedCount = 300 - 100 - 2; // 100 wait in one lane, and two are being looked up
    let right: Promise<Answer> | undefined;
    const wrong: Promise<Answer[]>[] = [];
    await identity.provider.db.transaction().execute(async (transaction) => {
      await sql`lock table identity.known_source in access exclusive mode`.execute(transaction);
      const refused: unknown[] = [];
      await new Promise<void>((resolve) => {
        for (let n = 0; n < 300; n++) {
          const answers = flood(login, 1);
          wrong.push(answers);
          void answers.then(([answer]) => refused.push(answer && outcomeOf(answer)) === refusedCount && resolve());
        }
      });
      expect(refused).toEqual(Array.from({ length: refusedCount }, () => [429, 'E0000047']));
      right = identity.browser().signIn(login, PASSWORD, OWNER);
    });
    expect(outcomeOf(await right!)).toEqual([200, 'SUCCESS']);
    await identity.secondsUntil(Promise.all(wrong));
  });
});

describe('When the guesses are used up', () => {
  const linkFor = async (login: string) => {
    const mail = (await identity.messages()).find(({ to }) => to === login);
    return /http:\/\/portal\.test(\/api\/v1\/authn\/browser\/\S+)/.exec(mail?.text ?? '')?.[1];
  };

  /** The path of the mailed link, once it is mailed. */
  async function mailedLink(login: string): Promise<string> {
    for (;;) {
      const link = await linkFor(login);
      if (link !== undefined) return link;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const held: Promise<unknown>[] = [];
  afterEach(async () => void (await identity.secondsUntil(Promise.all(held.splice(0)))));

  /** Uses up all guesses for the account at the attacker's address. The answers are delayed until the clock moves. */
  async function useUp(login: string): Promise<string> {
    const verify = jest.spyOn(identity.provider.passwords, 'verify').mockResolvedValue(false);
    const attempts = Array.from({ length: 104 }, () => flood(login, 1));
    held.push(...attempts);
    const refusal = async (answers: Promise<Answer[]>) => {
      const [answer] = await answers;
      if (answer?.status !== 429) throw new Error('received its outcome');
    };
    await Promise.any(attempts.map(refusal));
    verify.mockRestore();
    return login;
  }

  const withoutId = ({ status, body }: Answer) => [status, { ...(body as object), errorId: 'any' }];

  it('a right password is answered like a wrong one, and its owner gets a link that lets a new browser in', async () => {
    const login = await useUp(await owner('besieged@plan.example'));
    const wrong = await identity.browser().signIn(login, 'Wr0ng-password!', ATTACKER);
    expect(await linkFor(login)).toBeUndefined();
    const own = identity.browser();
    const right = await own.signIn(login, PASSWORD, ATTACKER);
    expect(outcomeOf(right)).toEqual([429, 'E0000047']);
    expect(withoutId(right)).toEqual(withoutId(wrong));
    expect(right.headers.get('retry-after')).toBe(wrong.headers.get('retry-after'));

    const link = await mailedLink(login);
    expect((await own.request('GET', link)).text).toMatch(/Throughline<\/header>[^]*Sign in from this browser/);
    const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };
    expect((await own.request('GET', link, { headers: spanish })).text).toMatch(/lang="es"[^]*desde este navegador/);
    expect(outcomeOf(await own.signIn(login, PASSWORD, ATTACKER))).toEqual([429, 'E0000047']);
    const opened = await own.request('POST', link);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, 'http://portal.test/?sign-in=known-browser']);
    expect(outcomeOf(await own.signIn(login, PASSWORD, ATTACKER))).toEqual([200, 'SUCCESS']);
    expect(outcomeOf(await identity.browser().signIn(login, PASSWORD, ATTACKER))).toEqual([429, 'E0000047']);
  });

  it('the owner signs in at once at any other address, and in a browser that was signed in before', async () => {
    const login = await owner('elsewhere@plan.example');
    const own = identity.browser();
    await own.signIn(login, PASSWORD, ATTACKER);
    await useUp(login);
    expect(outcomeOf(await identity.browser().signIn(login, PASSWORD, ATTACKER))).toEqual([429, 'E0000047']);
    expect(outcomeOf(await own.signIn(login, PASSWORD, ATTACKER))).toEqual([200, 'SUCCESS']);
    expect(outcomeOf(await identity.browser().signIn(login, PASSWORD, OWNER))).toEqual([200, 'SUCCESS']);
  });

  it('the link is mailed once in ten minutes, is good for half an hour, and not from another site', async () => {
    const login = await useUp(await owner('mailed@plan.example'));
    const own = identity.browser();
    for (let time = 0; time < 3; time++) await own.signIn(login, PASSWORD, ATTACKER);
    const link = await mailedLink(login);
    expect((await identity.messages()).filter(({ to }) => to === login)).toHaveLength(1);
    own.asksFrom = 'cross-site';
    expect((await own.request('POST', link)).status).toBe(200);
    own.asksFrom = 'same-origin';
    expect((await own.request('POST', `${link}x`)).status).toBe(404);
    identity.pass({ minutes: 30 });
    expect((await own.request('POST', link)).status).toBe(404);
    expect((await own.request('GET', link)).text).toContain('no longer valid');
  });

  it('the link is mailed once the mail server is available again', async () => {
    const login = await useUp(await owner('unsent@plan.example'));
    identity.mailServerIsDown = true;
    await identity.browser().signIn(login, PASSWORD, ATTACKER);
    while (!identity.logged.some((line) => line.includes('mail not sent'))) await identity.messages();
    identity.mailServerIsDown = false;
    identity.pass({ minutes: 1 });
    expect(await mailedLink(login)).toBeDefined();
    expect(identity.logged.some((line) => line.includes('guesses used up'))).toBe(true);
    expect(identity.logged.join('')).not.toContain(login);
  });
});

describe('Guesses', () => {
  /** Makes this many attempts at once, minute by minute. Returns how many were answered as wrong. */
  async function guess(login: string, { minutes, address }: { minutes: number; address: (n: number) => string }) {
    let wrongCount = 0;
    for (let minute = 0; minute < minutes; minute++) {
      const attempts = Array.from({ length: 40 }, (_, n) =>
        identity.browser().signIn(login, `Wr0ng-password-${++guesses}!`, address(minute * 40 + n)),
      );
      await identity.secondsUntil(Promise.all(attempts));
      wrongCount += (await Promise.all(attempts)).filter(({ status }) => status === 401).length;
      identity.pass({ minutes: 1 });
    }
    return wrongCount;
  }

  beforeAll(() => {
    // The cost of a hash does not matter here.
    jest.spyOn(identity.provider.passwords, 'verify').mockResolvedValue(false);
  });
  afterAll(() => void jest.restoreAllMocks());

  it('are a hundred and then two a minute at one address where the account is used, however many are tried at once', async () => {
    const login = await known('wanted@plan.example', ATTACKER);
    const before = identity.provider.now().getTime();
    const made = await guess(login, { minutes: 12, address: () => ATTACKER });
    const minutes = (identity.provider.now().getTime() - before) / 60_000;
    expect(made).toBeGreaterThanOrEqual(100);
    expect(made).toBeLessThanOrEqual(100 + 2 * minutes + 1);
  });

  it('are a hundred and twenty and then three a minute from all other addresses together', async () => {
    const before = identity.provider.now().getTime();
    const address = (n: number) => `192.0.2.${n % 200}`;
    const made = await guess('hunted@plan.example', { minutes: 12, address });
    const minutes = (identity.provider.now().getTime() - before) / 60_000;
    expect(made).toBeLessThanOrEqual(120 + 3 * minutes + 2);
  });

  it('are three as a newcomer from all of an IPv6 /48 together', async () => {
    const tried = (n: number) =>
      identity.browser().signIn('prefix@plan.example', 'Wr0ng-password!', `2001:db8:7:${n.toString(16)}::1`);
    for (let n = 0; n < 3; n++) await tried(n);
    for (let n = 3; n < 103; n++) expect((await tried(n)).status).toBe(401);
    expect((await tried(103)).status).toBe(429);
    // One network does not share its budget with another.
    expect((await identity.browser().signIn('prefix@plan.example', 'Wr0ng-password!', OWNER)).status).toBe(401);
  });
});
