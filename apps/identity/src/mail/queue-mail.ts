import { keyedHash, type Mail } from '@throughline/platform';
import { randomUUID } from 'node:crypto';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema, MailKind } from '../identity-schema.js';
import { seal, unseal } from '../secret.js';
import { loginKey } from '../user/user.js';

const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
/** How long a request is kept. A person who is still waiting then has asked again. */
const REQUEST_LIFETIME_MS = 60 * 60_000;
/** The maximum of waiting mails of one kind to one address, and of waiting requests of one kind for one login. */
const MAX_WAITING = 10;

/**
 * A request for a mail that is sent only if somebody is entitled to it. It is stored and answered in the same way for everybody, and the
 * recipient is determined when it is sent, so that neither the answer nor its time shows whether there is one.
 */
export type MailRequest =
  | { readonly kind: 'recovery-request'; readonly login: string; readonly recoveryType: 'PASSWORD' | 'UNLOCK' }
  /** `userId` is the person whose password was right; null: it was wrong. */
  | { readonly kind: 'browser-link-request'; readonly login: string; readonly userId: string | null };

type Row = IdentitySchema['outgoing_mail'];

export const isRequest = (kind: MailKind): kind is MailRequest['kind'] =>
  kind === 'recovery-request' || kind === 'browser-link-request';

/**
 * Stores a mail, which a process sends as soon as it can, at least once. With the `db` of a transaction, it is sent if and only if the
 * transaction commits. It is stored encrypted, because it may contain the token of a link. `goodForMs`: how long it is worth sending. A
 * mail beyond `MAX_WAITING` is not stored.
 */
export const queueMail = (
  provider: IdentityProvider,
  kind: Exclude<MailKind, MailRequest['kind']>,
  mail: Mail,
  goodForMs = GIVE_UP_AFTER_MS,
): Promise<void> => queue(provider, { kind, id: mail.messageId, recipient: mail.to, content: mail, goodForMs });

/** Stores a request like a mail. Wrong passwords are counted separately, so that they cannot displace a right one. */
export const queueMailRequest = (provider: IdentityProvider, request: MailRequest): Promise<void> =>
  queue(provider, {
    kind: request.kind,
    id: randomUUID(),
    recipient: `${loginKey(request.login)} ${request.kind === 'browser-link-request' && request.userId === null}`,
    content: request,
    goodForMs: REQUEST_LIFETIME_MS,
  });

interface Queued {
  readonly kind: MailKind;
  readonly id: string;
  readonly recipient: string;
  readonly content: Mail | MailRequest;
  readonly goodForMs: number;
}

async function queue(
  { db, now, apiToken, log }: IdentityProvider,
  { kind, id, recipient, content, goodForMs }: Queued,
): Promise<void> {
  const recipient_hash = keyedHash(apiToken, `mail ${kind} ${recipient}`);
  const { waiting } = await db
    .selectFrom('outgoing_mail')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('recipient_hash', '=', recipient_hash)
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING) return log.warn({ kind }, 'mail not queued: too many wait for one address');
  const at = now();
  await db
    .insertInto('outgoing_mail')
    .values({
      message_id: id,
      kind,
      recipient_hash,
      sealed_mail: seal(apiToken, purpose(id), JSON.stringify(content)),
      attempts: 0,
      due_at: at,
      give_up_at: new Date(at.getTime() + Math.min(goodForMs, GIVE_UP_AFTER_MS)),
    })
    .execute();
}

const purpose = (messageId: string) => `mail ${messageId}`;

/** Decrypts a queued mail or request. */
export const unsealed = <Content extends Mail | MailRequest>(
  { apiToken }: IdentityProvider,
  { message_id, sealed_mail }: Pick<Row, 'message_id' | 'sealed_mail'>,
): Content => JSON.parse(unseal(apiToken, purpose(message_id), sealed_mail)) as Content;
