import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { domainToUnicode } from 'node:url';
import { SMTPServer } from 'smtp-server';
import type { Mail } from '../mail/mail-transport.js';

export interface ReceivedMail extends Mail {
  readonly from: string;
  /** The recipient of the envelope. */
  readonly recipients: readonly string[];
  /** The value of `List-Unsubscribe-Post`; empty: none. */
  readonly unsubscribePost: string;
}

export interface SmtpServerUnderTest {
  readonly url: string;
  /** Oldest first. */
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** A mail server on a free port that delivers nothing. It refuses `refused@…`. */
export async function startSmtpServer(): Promise<SmtpServerUnderTest> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, answer) => answer(address.startsWith('refused@') ? unknown(address) : undefined),
    onData: (stream, { envelope }, answer) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      buffer(stream).then(
        (raw) => {
          received.push({ ...read(raw), recipients });
          answer();
        },
        (error: Error) => answer(error),
      );
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const unknown = (address: string) => Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 });

/** Parses a mail with one part, as a mail program shows it. */
function read(raw: Buffer): Omit<ReceivedMail, 'recipients'> {
  const whole = raw.toString('latin1');
  const end = whole.indexOf('\r\n\r\n');
  const head = whole.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) =>
    Buffer.from(new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '', 'latin1').toString('utf8');
  const body = decoded(whole.slice(end + 4), header('Content-Transfer-Encoding'));
  return {
    from: header('From'),
    to: header('To').replace(/[^@]*$/, domainToUnicode),
    subject: inWords(header('Subject')),
    text: body.toString('utf8').replaceAll('\r\n', '\n').replace(/\n$/, ''),
    messageId: header('Message-ID').replaceAll(/[<>]/g, ''),
    unsubscribeUrl: /^<(.*)>$/.exec(header('List-Unsubscribe'))?.[1] ?? '',
    unsubscribePost: header('List-Unsubscribe-Post'),
  };
}

function decoded(text: string, encoding: string): Buffer {
  switch (encoding) {
    case 'base64':
      return Buffer.from(text, 'base64');
    case 'quoted-printable':
      return Buffer.from(bytesOf(text.replaceAll('=\r\n', '')), 'latin1');
    default:
      return Buffer.from(text, 'latin1');
  }
}

/** Decodes encoded words (RFC 2047). */
const inWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(bytesOf(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );

const bytesOf = (text: string): string =>
  text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
