/** One e-mail, plain text. It names no member: whoever writes one keeps to ids and links (QUALITY.md 1.10). */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `unique@host`, without angle brackets: the same for the same mail, so that one sent twice is known for one. */
  readonly messageId: string;
}

/** Where e-mail goes. Every engine keeps the promises of `mail-transport.contract-suite.ts`. */
export interface MailTransport {
  /**
   * Resolves when somebody else is responsible for the mail: a mail server, or the mailbox that it was captured in.
   * @throws MailNotSent
   */
  send(mail: Mail): Promise<void>;
}

/** The mail was not taken. Says why, and never whom it was for: jobs that fail are listed and logged. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}
