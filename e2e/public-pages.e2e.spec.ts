import { expect, type Page } from '@playwright/test';
import { mailTo } from './mailbox.js';
import { test } from './people.js';

const RUN = Date.now().toString(36);
const answer = `Number 512-555-0141, ${RUN}.`;

async function fillSender(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ana');
  await page.getByRole('textbox', { name: 'Last Name' }).fill(`Ruiz ${RUN}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(`ana-${RUN}@plan.example`);
}

test('a visitor checks a status, writes to us, and opens the answer of staff by the mailed link', async ({
  visitor,
  signedIn,
}) => {
  const staff = await signedIn('staff');
  await staff.goto('/referrals');
  const href = (await staff.getByRole('cell').getByRole('link').first().getAttribute('href')) ?? '';
  const referralId = href.replace('/referral/', '');
  const page = await visitor();

  await test.step('Check Status refuses, finds nothing, and finds', async () => {
    await page.goto('/check-referral');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('textbox', { name: 'Referral ID' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Referral ID' }).fill('12345');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(/^Referral not found\. {1,2}Please make sure/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Referral ID' }).fill(referralId);
    await page.getByRole('button', { name: 'Submit' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /\(Click to View\)/ }).click();
    await expect((await opened).getByText('You see only the progress.')).toBeVisible();
  });

  await test.step('Help & Suggestions sends, and keeps who writes', async () => {
    await page.goto('/help');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('radio', { name: 'Assistance Needed' })).toBeFocused();
    await page.getByRole('radio', { name: 'Suggestion' }).check();
    await fillSender(page);
    await page.getByRole('textbox', { name: 'Description' }).fill('More colors.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Successfully submitted')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('');
    await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ana');
  });

  await test.step('a message by Contact Us is announced in the open queue of staff, who answer it', async () => {
    await staff.goto('/messages');
    await expect(staff.getByText(`Ruiz ${RUN}`).first()).toBeVisible();
    await page.goto('/contact-us');
    await fillSender(page);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Fax');
    await page.getByRole('textbox', { name: 'Message' }).fill('Which number?');
    await page.reload();
    await expect(page.getByText('Your draft was restored.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Which number?');
    const waiting = staff.getByRole('link', { name: /^Messages \d+\+? waiting$/ });
    const before = await waiting.innerText();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Your message has been successfully sent!')).toBeVisible();
    await expect(waiting, 'one more').not.toHaveText(before);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await staff.getByRole('button', { name: 'Show updates' }).click();
    const row = staff.getByRole('row').filter({ hasText: 'Which number?' }).filter({ hasText: RUN });
    await row.getByRole('button', { name: /^Answer/ }).click();
    await staff.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).fill(answer);
    await staff.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step('the mail is a link to the answer alone', async () => {
    const mail = await mailTo(page, `ana-${RUN}@plan.example`, 'answered');
    expect(mail.text).not.toMatch(/Ruiz|Which|512-555/);
    await page.goto(mail.links[0] ?? '');
    await expect(page.getByText(answer)).toBeVisible();
    await expect(page.getByText('Which number?')).toHaveCount(0);
  });
});
