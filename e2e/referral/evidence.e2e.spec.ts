import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';
import { expectDialogBehaviour } from '../screens/dialog-behaviour.js';

/** Opens any referral in its audit, and resolves with its id. */
async function openAudit(page: Page): Promise<string> {
  await page.goto('/audit');
  const link = page.locator('main a[href^="/audit/2"]').last();
  const id = (await link.getAttribute('href'))!.split('/').at(-1)!;
  await page.goto(`/audit/${id}`);
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  return id;
}

/** The exports of the page. */
const exportsOn = (page: Page) => page.getByRole('region', { name: 'Exports of evidence' });

test('An auditor exports the evidence of a referral by a click, and it verifies with Node alone', async ({
  signedIn,
}, testInfo) => {
  const [ops, admin] = [await signedIn('ops'), await signedIn('admin')];
  const id = await openAudit(ops);
  await admin.goto(`/audit/${id}`);
  await expect(admin.getByRole('heading', { name: 'What happened' })).toBeVisible();

  const button = ops.getByRole('button', { name: 'Export evidence' });
  await expectDialogBehaviour(ops, {
    name: 'Export evidence',
    opener: button,
    fill: (asked) => asked.getByLabel('Reason').fill('For'),
  });
  await button.click();
  const dialog = ops.getByRole('dialog', { name: 'Export evidence' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Choose whether the export has personal data.')).toBeVisible();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await dialog.getByRole('radio', { name: /^With personal data/ }).check();
  await dialog.getByLabel('Reason').fill('Asked for by the court');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await test.step('everybody who has the page open sees it, and Audit says who, what and why', async () => {
    for (const page of [ops, admin]) {
      await expect(exportsOn(page).getByText('The evidence is exported, with personal data')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
      await expectWcag(page, '[aria-label="Exports of evidence"]');
      const begun = page
        .getByRole('listitem')
        .filter({ hasText: 'began an export of the evidence, with personal dataReason' });
      await expect(begun.last()).toContainText('Asked for by the court');
    }
  });

  await test.step('the downloaded ZIP is named after the referral and the day, and verifies', async () => {
    const downloading = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^evidence-${id}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
    const downloaded = 'downloaded by admin@throughline.example';
    await ops.reload();
    await expect(ops.getByText(downloaded).first()).toContainText(
      '(Evidence, with personal data: Asked for by the court)',
    );
    const folder = testInfo.outputPath('evidence');
    for (const [path, bytes] of Object.entries(unzipSync(await readFile(await download.path())))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const verified = await promisify(execFile)(process.execPath, ['verify.mjs'], {
      cwd: join(folder, `evidence-${id}`),
      env: {},
    });
    expect(verified.stdout).toContain('Everything is as it was exported');
  });
});
