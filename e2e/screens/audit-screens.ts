import { expect } from '@playwright/test';
import { at, type Screen } from './open-screens.js';

export const AUDIT_SCREENS: readonly Screen[] = [
  {
    name: 'audit-search',
    isLikeAnother: true,
    person: 'ops',
    open: async (page) => {
      await at('/audit', 'Audit')(page);
      await expect(page.locator('a[href^="/audit/"]').first()).toBeVisible();
    },
  },
  {
    name: 'audit-filters',
    isLikeAnother: true,
    person: 'ops',
    open: async (page) => {
      await page.goto('/audit?tab=happened');
      await page.getByRole('button', { name: 'Filters' }).click();
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    },
  },
  {
    name: 'audit',
    person: 'ops',
    open: async (page) => {
      await page.goto('/audit');
      await page.locator('main a[href^="/audit/2"]').first().click();
      await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    },
  },
  {
    name: 'audit-viewings',
    person: 'ops',
    open: async (page) => {
      await page.goto('/audit');
      await page.locator('main a[href^="/audit/2"]').first().click();
      await page.getByRole('tab', { name: 'Who saw this' }).click();
      await page.locator('main summary').first().click();
      await expect(page.getByRole('list', { name: /^Viewings of / })).toBeVisible();
    },
  },
];
