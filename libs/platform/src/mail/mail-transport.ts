import type { Pool } from 'pg';
import { openDatabase } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Config } from '../config/config.js';

/** One e-mail in plain text. It contains ids and links, and never names a member (docs/promises.md 1.10). */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `unique@host`, without angle brackets: the same for the same mail, so that a repeated mail is recognised. */
  readonly messageId: string;
  /** For a mail that can be unsubscribed from: a POST to this address unsubscribes (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Sends e-mail. Every engine keeps the promises of `mail-transport.contract-suite.ts`. */
export interface MailTransport {
  /**
   * Resolves when a mail server, or the mailbox that captures mails, has accepted the mail. Settles within `MAX_SEND_MS`.
   * @throws MailNotSent
   */
  send(mail: Mail): Promise<void>;
}

/** The mail was not accepted. The message says why and never names the recipient, because failed jobs are listed and logged. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

/** The maximum of stored mails; the oldest are deleted. */
const MAX_MAILS = 500;

const TABLES = [
  `create table captured_mail (
     id bigint generated always as identity primary key,
     message_id text not null,
     sender text not null,
     recipient text not null,
     subject text not null,
     text text not null,
     captured_at timestamptz not null default now()
   )`,
  `alter table captured_mail add column kind text not null default 'mail'`,
  `alter table captured_mail add column unsubscribe_url text`,
];

const COLUMNS = `id, kind, message_id as "messageId", sender as "from", recipient as "to", subject, text,
  captured_at as "sentAt", unsubscribe_url as "unsubscribeUrl"`;

/** A text message. */
export interface Sms {
  /** E.164, such as `+15125550137`. */
  readonly to: string;
  readonly text: string;
  /** The same for the same message, so that a repeated message is recognised. */
  readonly id: string;
}

/** A captured mail, or a captured text message: its recipient is a phone number. */
export interface CapturedMail extends Omit<Mail, 'unsubscribeUrl'> {
  readonly unsubscribeUrl: string | null;
  readonly id: number;
  readonly kind: 'mail' | 'sms';
  readonly from: string;
  readonly sentAt: Date;
}

/** Stands in for a mail server and an SMS gateway: messages are stored in a table and can be read at `/dev/mailbox`. */
export class Mailbox implements MailTransport {
  private constructor(
    private readonly pool: Pool,
    private readonly from: string,
  ) {}

  /** Creates the table on first use, over a connection of its own: statements of `pool` may have a limit of time. */
  static async open(pool: Pool, from: string): Promise<Mailbox> {
    const unlimited = openDatabase(pool.options.connectionString ?? '', { max: 1 });
    try {
      await migrate(unlimited.pool, 'captured-mail', TABLES);
    } finally {
      await unlimited.close();
    }
    return new Mailbox(pool, from);
  }

  send(mail: Mail): Promise<void> {
    return this.capture('mail', this.from, mail);
  }

  sendSms({ to, text, id }: Sms): Promise<void> {
    return this.capture('sms', '', { to, subject: 'Text message', text, messageId: id });
  }

  private async capture(
    kind: CapturedMail['kind'],
    from: string,
    { to, subject, text, messageId, unsubscribeUrl }: Mail,
  ) {
    const { rows } = await this.pool.query<{ id: number }>(
      `insert into captured_mail (kind, message_id, sender, recipient, subject, text, unsubscribe_url)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [kind, messageId, from, to, subject, text, unsubscribeUrl ?? null],
    );
    await this.pool.query('delete from captured_mail where id <= $1', [(rows[0]?.id ?? 0) - MAX_MAILS]);
  }

  /** Newest first. */
  async list(): Promise<readonly CapturedMail[]> {
    const { rows } = await this.pool.query<CapturedMail>(`select ${COLUMNS} from captured_mail order by id desc`);
    return rows;
  }

  async find(id: number): Promise<CapturedMail | undefined> {
    const { rows } = await this.pool.query<CapturedMail>(`select ${COLUMNS} from captured_mail where id = $1`, [id]);
    return rows[0];
  }
}

/** A server that takes longer counts as unavailable. The socket may be idle for that long. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** The time limit for one mail as a whole, also if the server keeps sending single bytes. */
const MAX_SEND_MS = 30_000;

/**
 * Sends mail through the server at `url` (`smtp://` with STARTTLS if offered, `smtps://` with TLS from the start). An internationalized
 * domain is sent in its ASCII form; the part before the `@` has no such form, and needs a server that offers SMTPUTF8.
 */
export function openSmtp(url: string, from: string, maxSendMs = MAX_SEND_MS): MailTransport {
  const transport = createTransport({ url, ...TIMEOUTS_MS, disableFileAccess: true, disableUrlAccess: true });
  transport.on('error', () => undefined); // each mail rejects with its own error
  return {
    async send({ to, subject, text, messageId, unsubscribeUrl }) {
      try {
        // Passed as an object, so that a comma in the address does not make it two recipients.
        const recipient = { name: '', address: to };
        const headers = unsubscribeUrl === undefined ? {} : oneClickHeaders(unsubscribeUrl);
        const signal = AbortSignal.timeout(maxSendMs);
        await transport.sendMail({ from, to: recipient, subject, text, messageId: `<${messageId}>`, headers, signal });
      } catch (error) {
        // The server's message may repeat the address, so it is not passed on.
        const { code, responseCode } = error as NodemailerError;
        const why = [code, responseCode].filter((part) => part !== undefined).join(' ');
        throw new MailNotSent(`The mail server did not take a mail: ${why || 'no reason given'}.`);
      }
    },
  };
}

/** RFC 8058. `prepared` keeps the address from being folded, whatever its length. */
const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Sends to the server that `SMTP_URL` names; without one, captures mail in the database of `pool`. Only `pool` needs to be closed. */
export async function openMailTransport(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  pool: Pool,
): Promise<MailTransport> {
  return smtpUrl === undefined ? Mailbox.open(pool, mailFrom) : openSmtp(smtpUrl, mailFrom);
}
