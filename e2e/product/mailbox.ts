import { expect, type Page } from '@playwright/test';

export interface CapturedMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** Waits for the mail to an address whose subject holds the words; answers the newest. */
export async function mailTo(page: Page, to: string, subject: string): Promise<CapturedMail> {
  const find = async () => {
    const mails = (await (await page.request.get('/dev/mailbox.json')).json()) as CapturedMail[];
    return mails.find((mail) => mail.to === to && mail.subject.includes(subject));
  };
  await expect.poll(async () => (await find()) !== undefined, { message: `mail to ${to}: ${subject}` }).toBe(true);
  return (await find())!;
}
