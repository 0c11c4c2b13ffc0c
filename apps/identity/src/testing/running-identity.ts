import { afterAll, beforeAll } from '@jest/globals';
import { freePort, testDatabaseLike } from '@throughline/platform/testing';
import {
  type CapturedMail,
  createLogger,
  Mailbox,
  openDatabase,
  openMailTransport,
  SmsNotSent,
} from '@throughline/platform';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { identityApp } from '../identity-app.js';
import type { IdentityProvider, SignInMethod } from '../identity-provider.js';
import { sendDueMail } from '../mail/mail-outbox.js';
import { openIdentityProvider } from '../open-identity-provider.js';
import { argon2PasswordHash } from '../user/passwords.js';
import { Browser } from './browser.js';

export const API_TOKEN = 'test-api-token-of-specs';
export const PASSWORD = 'Corr3ct-horse!';
/** The phone of every person who has one. */
export const PHONE = '+15125550137';
export const ISSUER = 'http://portal.test/oauth2/default';

const PORTAL = {
  issuer: ISSUER,
  audience: 'api://throughline',
  clientId: 'throughline-console',
  apiToken: API_TOKEN,
};

interface IdentityOptions {
  readonly realHash?: boolean;
  readonly signInMethods?: readonly SignInMethod[];
  readonly rememberDeviceDays?: number;
  readonly apiToken?: string;
  /** The URL of a mail server; absent: the mailbox captures mail. */
  readonly smtpUrl?: string;
}

/** The cheapest Argon2, so that hundreds of sign-ins do not keep a processor busy. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1 };

/**
 * The provider on its own port and database, for one spec file. Its clock stands still except for `pass`. Its password hash is cheap,
 * except with `realHash`, for a spec that needs the real cost of a hash.
 */
export class RunningIdentity {
  provider!: IdentityProvider;
  /** The mail and text messages of every process of the provider. */
  private mailbox!: Mailbox;
  /** Its log lines. */
  readonly logged: string[] = [];
  mailServerIsDown = false;
  smsGatewayIsDown = false;
  private time = 0;
  private readonly whenPaused: (() => void)[] = [];
  private readonly pauses = new Set<{ readonly until: number; readonly over: () => void }>();
  /** The address at which it is reached; its issuer names another origin. */
  address = '';
  databaseUrl = '';
  close!: () => Promise<void>;

  constructor(private readonly options: IdentityOptions = {}) {}

  /** With `first`, starts another process of the same provider, with its database and clock. */
  async start(first?: RunningIdentity): Promise<void> {
    const { realHash, smtpUrl, ...settings } = this.options;
    this.databaseUrl = first?.databaseUrl ?? (await testDatabaseLike('identity', prepareDatabase));
    // Not earlier: another file may have prepared the database, with keys of that moment.
    this.time = first?.time ?? Date.now();
    const { pool, close } = openDatabase(this.databaseUrl, { max: 2 });
    const log = createLogger('identity', { logLevel: 'info' }, { write: (line) => void this.logged.push(line) });
    this.mailbox = await Mailbox.open(pool, 'portal@portal.test');
    const openMail = (url: string | undefined) =>
      openMailTransport({ smtpUrl: url, mailFrom: 'portal@portal.test' }, pool);
    const [mail, away] = [await openMail(smtpUrl), await openMail(`smtp://127.0.0.1:${await freePort()}`)];
    const provider = await openIdentityProvider({
      ...PORTAL,
      databaseUrl: this.databaseUrl,
      mail: { send: (one) => (this.mailServerIsDown ? away : mail).send(one) },
      sms: {
        send: (sms) =>
          this.smsGatewayIsDown ? Promise.reject(new SmsNotSent('The gateway is down.')) : this.mailbox.sendSms(sms),
      },
      ...settings,
      log,
      now: () => new Date(this.time),
      pause: (ms, signal) => this.pause(ms, signal),
      passwords: await argon2PasswordHash(realHash ? undefined : CHEAP_HASH),
    });
    this.provider = provider;
    const server = identityApp(provider, log).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.close = async () => {
      server.closeAllConnections();
      server.close();
      await provider[Symbol.asyncDispose]();
      await close();
    };
  }

  browser(): Browser {
    return new Browser(this.address);
  }

  /** Sends a request unchanged. */
  ask(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.address + path, { redirect: 'manual', ...init });
  }

  /** Calls the management API as the portal's server does. */
  manage(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.address + path, {
      method,
      headers: { authorization: `SSWS ${API_TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Adds an active user, and resolves with the id. */
  async addUser(login: string, password = PASSWORD): Promise<string> {
    const created = await this.manage('POST', '/api/v1/users?activate=true', newUser(login, password));
    const { id } = (await created.json()) as User;
    return id;
  }

  /** Adds an active user whose phone is enrolled, and resolves with the id. */
  async addUserWithPhone(login: string, phoneNumber = PHONE): Promise<string> {
    const id = await this.addUser(login);
    const enrolment = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber } };
    await this.manage('POST', `/api/v1/users/${id}/factors?activate=true`, enrolment);
    // Lets half a minute pass, so that a code can be sent to anybody.
    this.pass({ seconds: 30 });
    return id;
  }

  /** Sends the mails that are due, and lists everything that was sent, newest first. */
  async messages(): Promise<readonly CapturedMail[]> {
    while (await sendDueMail(this.provider));
    return this.mailbox.list();
  }

  /** The newest code that was sent to a phone. */
  async sentCode(): Promise<string> {
    const message = (await this.mailbox.list()).find(({ kind }) => kind === 'sms');
    return /^\d{6}/.exec(message?.text ?? '')?.[0] ?? 'no code';
  }

  /** Adds a user without a password, like the portal for a referrer without an account; resolves with the id. */
  async stageUser(login: string): Promise<string> {
    const { profile } = newUser(login);
    const { id } = (await (await this.manage('POST', '/api/v1/users?activate=false', { profile })).json()) as User;
    return id;
  }

  get now(): number {
    return this.time;
  }

  /** Moves the provider's clock. */
  pass({ seconds = 0, minutes = 0, hours = 0 }: { seconds?: number; minutes?: number; hours?: number }): void {
    this.time += ((hours * 60 + minutes) * 60 + seconds) * 1000;
    for (const { until, over } of this.pauses) if (until <= this.time) over();
  }

  /** Advances the clock, second by second, until the answer arrives. Resolves with how long that took, in seconds. */
  async secondsUntil(answer: Promise<unknown>): Promise<number> {
    const ran = { seconds: 0, answered: false };
    const whenAnswered = answer.finally(() => (ran.answered = true));
    while (!ran.answered) {
      await Promise.race([whenAnswered, this.somebodyWaits()]);
      if (ran.answered) break;
      this.pass({ seconds: 1 });
      ran.seconds++;
    }
    return ran.seconds;
  }

  /** Resolves when an answer is delayed. */
  async somebodyWaits(): Promise<void> {
    if (this.pauses.size === 0) await new Promise<void>((waits) => this.whenPaused.push(waits));
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const pause = {
        until: this.time + ms,
        over: () => {
          this.pauses.delete(pause);
          signal.removeEventListener('abort', pause.over);
          resolve();
        },
      };
      this.pauses.add(pause);
      for (const resolve of this.whenPaused.splice(0)) resolve();
      signal.addEventListener('abort', pause.over, { once: true });
    });
  }
}

type User = { readonly id: string };

/** The tables of a provider and its signing key, which takes longer to make than all else of a start. */
async function prepareDatabase(databaseUrl: string): Promise<void> {
  const log = createLogger('identity', { logLevel: 'silent' });
  const mail = { send: () => Promise.resolve() };
  const provider = await openIdentityProvider({ ...PORTAL, databaseUrl, mail, sms: mail, log });
  await provider[Symbol.asyncDispose]();
}

/** Starts a provider before the tests of the calling file, and stops it after them. */
export function runIdentity(options?: IdentityOptions): RunningIdentity {
  const identity = new RunningIdentity(options);
  beforeAll(() => identity.start());
  afterAll(() => identity.close());
  return identity;
}

/** The body of Okta's call that creates a user. */
export const newUser = (login: string, password = PASSWORD) => ({
  profile: { firstName: 'Rosa', lastName: 'Ngata', email: login, login, primaryPhone: '2105550143' },
  credentials: { password: { value: password } },
});
