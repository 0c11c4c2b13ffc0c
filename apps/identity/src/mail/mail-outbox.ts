import { type Mail, WakeableSleep } from '@throughline/platform';
import { type Selectable, sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { mailIfKnown } from '../recovery/request-recovery.js';
import { mailBrowserLink } from '../sign-in/browser-link.js';
import { isRequest, type MailRequest, unsealed } from './queue-mail.js';

const SECOND_MS = 1_000;
/** Concurrent sends of one process. */
const MAX_CONCURRENT_SENDS = 4;
const POLL_INTERVAL_MS = 500;
const RETRY_CLAIM_MS = 5 * SECOND_MS;
/** How long a shutdown waits for sends in progress. */
const LAST_SENDS_MS = 5 * SECOND_MS;

/**
 * The pause after the first attempt, which doubles with every further one. Longer than a mail transport may take, because it is also the
 * lease of a claim.
 */
const FIRST_PAUSE_MINUTES = 1;
const MAX_PAUSE_MINUTES = 60;

type Row = Selectable<IdentitySchema['outgoing_mail']>;

/** Sends some of the mails that are due. Resolves with whether there were any. */
export async function sendDueMail(provider: IdentityProvider): Promise<boolean> {
  const sends = await beginSends(provider, MAX_CONCURRENT_SENDS);
  await Promise.all(sends);
  return sends.length > 0;
}

/** Begins to send at most `limit` mails that are due. None of the returned promises rejects. */
const beginSends = async (provider: IdentityProvider, limit: number): Promise<readonly Promise<void>[]> =>
  (await claim(provider, limit)).map((mail) => deliver(provider, mail));

/** A claim postpones the next attempt: if this process dies meanwhile, another one makes it. */
function claim({ db, now }: IdentityProvider, limit: number): Promise<Row[]> {
  const at = now();
  return db
    .with('due', (with_) =>
      with_
        .selectFrom('outgoing_mail')
        .select('message_id')
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outgoing_mail')
    .from('due')
    .whereRef('outgoing_mail.message_id', '=', 'due.message_id')
    .set({
      attempts: sql`attempts + 1`,
      due_at: sql`${at}::timestamptz + interval '1 minute' * least(${FIRST_PAUSE_MINUTES} * 2 ^ attempts, ${MAX_PAUSE_MINUTES})`,
    })
    .returningAll('outgoing_mail')
    .execute();
}

/** Never rejects: a failed mail is retried when it is due again. */
async function deliver(provider: IdentityProvider, row: Row): Promise<void> {
  const { db, now, mail, log } = provider;
  const { kind, attempts, give_up_at } = row;
  try {
    if (give_up_at <= now()) {
      log.error({ kind, attempts: attempts - 1 }, 'mail given up');
      await remove(provider, row);
    } else if (isRequest(kind)) {
      await db.transaction().execute(async (transaction) => {
        const within = { ...provider, db: transaction };
        // Removed before it is answered: another process that claims it meanwhile waits, and then finds it gone.
        if (await remove(within, row)) await answer(within, unsealed<MailRequest>(provider, row));
      });
    } else {
      await mail.send(unsealed<Mail>(provider, row));
      await remove(provider, row);
    }
  } catch (error) {
    log.warn({ err: error, kind, attempts }, 'mail not sent, tried again later');
  }
}

/** Resolves with whether the row still existed. */
const remove = async ({ db }: IdentityProvider, { message_id }: Row): Promise<boolean> =>
  (await db.deleteFrom('outgoing_mail').where('message_id', '=', message_id).executeTakeFirst()).numDeletedRows > 0n;

function answer(provider: IdentityProvider, request: MailRequest): Promise<void> {
  switch (request.kind) {
    case 'recovery-request':
      return mailIfKnown(provider, request);
    case 'browser-link-request':
      return mailBrowserLink(provider, request.userId);
  }
}

/** Sends mail as it becomes due, until it is stopped. */
export function startMailOutbox(provider: IdentityProvider): { stop(): Promise<void> } {
  const sleep = new WakeableSleep();
  const sending = new Set<Promise<void>>();
  let stopped = false;
  /** Resolves with how long to wait before the next call. */
  const sendMore = async (): Promise<number> => {
    if (sending.size === MAX_CONCURRENT_SENDS) {
      await Promise.race(sending);
      return 0;
    }
    const sends = await beginSends(provider, MAX_CONCURRENT_SENDS - sending.size);
    for (const send of sends) {
      const one = send.finally(() => {
        sending.delete(one);
        // The answer to a request has queued a mail.
        sleep.wake();
      });
      sending.add(one);
    }
    return sends.length > 0 ? 0 : POLL_INTERVAL_MS;
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      const pauseMs = await sendMore().catch((error: unknown) => {
        provider.log.error({ err: error }, 'mail not claimed');
        return RETRY_CLAIM_MS;
      });
      if (pauseMs > 0 && !stopped) await sleep.for(pauseMs);
    }
  };
  const running = run();
  return {
    async stop() {
      stopped = true;
      sleep.wake();
      const ended = running.then(() => Promise.all(sending));
      await Promise.race([ended, setTimeout(LAST_SENDS_MS, undefined, { ref: false })]);
    },
  };
}
