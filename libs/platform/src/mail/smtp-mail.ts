import { createTransport, type NodemailerError } from 'nodemailer';
import { MailNotSent, type MailTransport } from './mail-transport.js';

/** A server that takes longer is away. Milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Hands mail to the server at `url` (`smtp://` with STARTTLS where it offers that, `smtps://` with TLS from the start). */
export function openSmtp(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ to, subject, text, messageId }) {
      try {
        // One address, whatever is written in it: a comma does not make two of it.
        const recipient = { name: '', address: to };
        await transport.sendMail({ from, to: recipient, subject, text, messageId: `<${messageId}>` });
      } catch (error) {
        // The server's own words repeat the address; nothing of them goes on.
        const { code, responseCode } = error as NodemailerError;
        const why = [code, responseCode].filter((part) => part !== undefined).join(' ');
        throw new MailNotSent(`The mail server did not take a mail: ${why || 'no reason given'}.`);
      }
    },
  };
}
