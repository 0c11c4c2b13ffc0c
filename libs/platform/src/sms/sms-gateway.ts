import type { Pool } from 'pg';
import type { Config } from '../config/config.js';
import { Mailbox, type Sms } from '../mail/mail-transport.js';

export interface SmsGateway {
  /**
   * Resolves when the gateway, or the mailbox that captures messages, has accepted the message.
   * @throws SmsNotSent
   */
  send(sms: Sms): Promise<void>;
}

/** The message was not accepted. The reason never names the number or the text, because it is logged. */
export class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
}

const TIMEOUT_MS = 10_000;

/**
 * Sends through the gateway that `SMS_URL` names, by a POST of JSON (docs/operating.md). Without a gateway, messages are captured together
 * with mail if mail is captured, and refused if mail is really sent.
 */
export async function openSmsGateway(
  { smsUrl, smtpUrl, mailFrom }: Pick<Config, 'smsUrl' | 'smtpUrl' | 'mailFrom'>,
  pool: Pool,
  timeoutMs = TIMEOUT_MS,
): Promise<SmsGateway> {
  if (smsUrl !== undefined) return httpGateway(smsUrl, timeoutMs);
  if (smtpUrl !== undefined) {
    return { send: () => Promise.reject(new SmsNotSent('No text message can be sent: SMS_URL is not set.')) };
  }
  const mailbox = await Mailbox.open(pool, mailFrom);
  return { send: (sms) => mailbox.sendSms(sms) };
}

function httpGateway(address: string, timeoutMs: number): SmsGateway {
  const url = new URL(address);
  const credentials = [url.username, url.password].map(decodeURIComponent).join(':');
  url.username = url.password = '';
  const headers = {
    'content-type': 'application/json',
    ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  return {
    async send({ to, text, id }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': id },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => undefined);
      // Only the status matters: the body is not read, however long it is.
      answer?.body?.cancel().catch(() => undefined);
      if (answer?.ok) return;
      throw new SmsNotSent(`The SMS gateway did not take a message: ${answer?.status ?? 'no answer'}.`);
    },
  };
}
