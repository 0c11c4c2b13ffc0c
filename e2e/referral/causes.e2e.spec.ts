import { expect } from '@playwright/test';
import { aTask } from '../product/orders-and-tasks.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

test('An auditor walks with the arrow keys from an act to what began it, and to what followed', async ({
  signedIn,
  apiAs,
}) => {
  const [ops, staffApi] = [await signedIn('ops'), await apiAs('staff')];
  const { referralId, taskId } = await aTask(staffApi);
  await staffApi.post(`/tasks/${taskId}/stop`, { itemIds: [1, 2], reason: 'Moved away' });
  await ops.goto(`/audit?tab=happened&referral=${referralId}`);
  const opened = /^Throughline opened Create Patient for/;
  const button = ops.getByRole('button', { name: /^Causes and effects: Throughline opened Create Patient/ });
  await expect(button).toBeVisible();
  await button.click();
  const dialog = ops.getByRole('dialog', { name: 'What led to this, and what followed' });
  const tree = dialog.getByRole('tree', { name: 'What led to this, and what followed' });
  const order = tree.getByRole('treeitem', { name: /^The referral was submitted/ });
  const task = tree.getByRole('treeitem', { name: opened });
  await expect(order).toHaveAttribute('aria-expanded', 'true');
  const chosen = dialog.getByRole('region', { name: 'Chosen act' });
  await expect(chosen).toContainText(/Throughline · By itself/);
  await expectWcag(ops, '[role=dialog]');

  await task.focus();
  await ops.keyboard.press('ArrowLeft');
  await expect(order).toBeFocused();
  await expect(chosen).toContainText(/^The referral was submitted/);
  await expect(chosen.getByRole('link', { name: new RegExp(referralId.slice(-4)) })).toHaveAttribute(
    'href',
    new RegExp(`^/audit/${referralId}\\?asOf=\\d+$`),
  );
  await ops.keyboard.press('ArrowLeft');
  await expect(task).toBeHidden();
  await ops.keyboard.press('ArrowRight');
  await expect(task).toBeVisible();
  await ops.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  // A command has its other events below the first one.
  await ops.goto(`/audit/${referralId}`);
  await ops.getByRole('button', { name: /^Causes and effects: .* stopped 2 items/ }).click();
  const stopped = tree.getByRole('treeitem', { name: /^Dana Whitfield stopped 2 items/ });
  await stopped.focus();
  await ops.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { name: /^Dana Whitfield completed Create Patient/ })).toBeVisible();
});
