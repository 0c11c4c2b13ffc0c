import { type Config, ConfigError } from '../config/config.js';

type Guards = Pick<Config, 'nodeEnv' | 'smtpUrl' | 'allowCapturedMail' | 'clamavUrl' | 'allowNoScanner'>;

/**
 * An installation may only lack a mail server on purpose: whoever reads captured mail can activate the accounts that it is about.
 * @throws ConfigError when a production start lacks it, and no variable says that this is meant
 */
export function refuseCapturedMail({ nodeEnv, smtpUrl, allowCapturedMail }: Guards): void {
  if (nodeEnv !== 'production' || smtpUrl !== undefined || allowCapturedMail === 'yes') return;
  throw new ConfigError(
    'SMTP_URL is missing: anybody who reaches the portal could read all mail, with links to activate accounts, at /dev/mailbox. Set ALLOW_CAPTURED_MAIL=yes if that is meant.',
  );
}

/** Like `refuseCapturedMail`. */
export function refuseNoScanner({ nodeEnv, clamavUrl, allowNoScanner }: Guards): void {
  if (nodeEnv !== 'production' || clamavUrl !== undefined || allowNoScanner === 'yes') return;
  throw new ConfigError(
    'CLAMAV_URL is missing: of the viruses in uploaded files only the test virus would be found. Set ALLOW_NO_SCANNER=yes if that is meant.',
  );
}
