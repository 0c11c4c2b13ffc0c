import { expect } from '@playwright/test';
import { at, type Screen } from './open-screens.js';

/** The pages of everybody, and what became of what they send. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'check-status', person: null, open: at('/check-referral', 'Check Status'), isLikeAnother: true },
  {
    name: 'check-status-faults',
    person: null,
    open: async (page) => {
      await at('/check-referral', 'Check Status')(page);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('1 thing to fix')).toBeVisible();
    },
  },
  { name: 'contact-us', person: null, open: at('/contact-us', 'Contact Us') },
  { name: 'help', person: null, open: at('/help', 'Help & Suggestions') },
  { name: 'updates', person: null, open: at('/updates', 'Updates') },
  {
    name: 'terms',
    isLikeAnother: true,
    person: null,
    open: async (page) => {
      await at('/updates', 'Updates')(page);
      await page.getByRole('button', { name: 'Terms of Service' }).click();
      await expect(page.getByRole('dialog', { name: 'Terms of Service' })).toContainText('Last updated 8/19/2025');
    },
  },
  {
    name: 'home-signed-in',
    person: 'referrer',
    open: async (page) => {
      await at('/', /^Welcome, /)(page);
      await expect(
        page.getByRole('region', { name: 'What waits for you' }).getByRole('listitem').first(),
      ).toBeVisible();
    },
  },
  { name: 'messages', person: 'staff', open: at('/messages', 'Messages') },
];
