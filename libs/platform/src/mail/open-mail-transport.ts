import type { Pool } from 'pg';
import type { Config } from '../config/config.js';
import { Mailbox } from './mailbox.js';
import type { MailTransport } from './mail-transport.js';
import { openSmtp } from './smtp-mail.js';

/** To the server that `SMTP_URL` names; without one, captured in the database of `pool`. Nothing to close but that. */
export async function openMailTransport(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  pool: Pool,
): Promise<MailTransport> {
  return smtpUrl === undefined ? Mailbox.open(pool, mailFrom) : openSmtp(smtpUrl, mailFrom);
}
