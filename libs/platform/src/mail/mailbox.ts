import type { Pool } from 'pg';
import { migrate } from '../database/migrate.js';
import type { Mail, MailTransport } from './mail-transport.js';

/** So many are kept; the oldest go. */
const KEPT = 500;

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
];

const COLUMNS = `id, message_id as "messageId", sender as "from", recipient as "to", subject, text, captured_at as "sentAt"`;

export interface CapturedMail extends Mail {
  readonly id: number;
  readonly from: string;
  readonly sentAt: Date;
}

/** Stands in for a mail server where there is none: mail ends in a table and is read at `/dev/mailbox`. */
export class Mailbox implements MailTransport {
  private constructor(
    private readonly pool: Pool,
    private readonly from: string,
  ) {}

  /** Makes the table on first use. */
  static async open(pool: Pool, from: string): Promise<Mailbox> {
    await migrate(pool, 'captured-mail', TABLES);
    return new Mailbox(pool, from);
  }

  async send({ to, subject, text, messageId }: Mail): Promise<void> {
    const { rows } = await this.pool.query<{ id: number }>(
      'insert into captured_mail (message_id, sender, recipient, subject, text) values ($1, $2, $3, $4, $5) returning id',
      [messageId, this.from, to, subject, text],
    );
    await this.pool.query('delete from captured_mail where id <= $1', [(rows[0]?.id ?? 0) - KEPT]);
  }

  /** The newest first. */
  async list(): Promise<readonly CapturedMail[]> {
    const { rows } = await this.pool.query<CapturedMail>(`select ${COLUMNS} from captured_mail order by id desc`);
    return rows;
  }

  async find(id: number): Promise<CapturedMail | undefined> {
    const { rows } = await this.pool.query<CapturedMail>(`select ${COLUMNS} from captured_mail where id = $1`, [id]);
    return rows[0];
  }
}
