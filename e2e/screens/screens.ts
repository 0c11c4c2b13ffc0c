import { expect } from '@playwright/test';
import { ACCOUNT_SCREENS } from './account-screens.js';
import { AUDIT_SCREENS } from './audit-screens.js';
import { addItem, chooseState, fillOrder } from '../order/order.js';
import { attach, failNextUpload, file, LOCKED } from '../order/order-files.js';
import { PUBLIC_SCREENS } from './public-screens.js';
import {
  type Screen,
  at,
  openCorrection,
  openLimited,
  openPreview,
  openQueue,
  openReferral,
  openTab,
  openTask,
} from './open-screens.js';
import { nameView, openViews, saveView } from '../queue/saved-views.js';

export const SCREENS: readonly Screen[] = [
  { name: 'home', person: null, open: at('/', 'Welcome') },
  { name: 'order-form', person: null, open: at('/create-referral', 'New referral') },
  {
    name: 'breast-pump-form',
    person: null,
    open: at('/create-referral/breast-pump', 'New breast pump referral'),
    isLikeAnother: true,
  },
  {
    name: 'payor-form',
    person: 'referrer',
    open: at('/create-referral/magnolia', 'New Magnolia referral'),
    isLikeAnother: true,
  },
  { name: 'look-up', person: null, open: at('/DiaperRewards/UHCCPVA', 'Baby diaper order'), isLikeAnother: true },
  {
    name: 'look-up-refused',
    person: null,
    open: async (page) => {
      await at('/PregnancyRewards/ACH', 'Pregnancy rewards order')(page);
      await page.getByRole('textbox', { name: 'Medicaid ID' }).fill('AZ1999999');
      await page.getByRole('textbox', { name: 'DOB' }).fill('05/04/1996');
      await page.getByRole('button', { name: 'Lookup' }).click();
      await expect(page.getByText('We were unable to locate you in our system.')).toBeVisible();
    },
  },
  {
    name: 'looked-up-form',
    isLikeAnother: true,
    person: null,
    open: async (page) => {
      await at('/DiaperRewards/UHCCPVA', 'Baby diaper order')(page);
      await page.getByRole('textbox', { name: 'Medicaid ID' }).fill('VA1000002');
      await page.getByRole('textbox', { name: 'DOB' }).fill('08/27/1999');
      await page.getByRole('button', { name: 'Lookup' }).click();
      await expect(page.getByRole('form', { name: 'Referral order' })).toBeVisible();
    },
  },
  {
    name: 'order-form-faults',
    person: null,
    open: async (page) => {
      await at('/create-referral', 'New referral')(page);
      await page.getByRole('button', { name: 'Submit referral' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByText(/things to fix/).first()).toBeVisible();
      // Under the header, what is only half in view would count as too small to hit.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'order-form-files',
    person: null,
    open: async (page) => {
      await at('/create-referral', 'New referral')(page);
      await attach(page, file('Prescription of the twenty-first of November.pdf'), file('notes.txt'));
      await expect(page.getByText('notes.txt: File type is not supported')).toBeVisible();
    },
  },
  {
    name: 'order-result-failed-files',
    isLikeAnother: true,
    person: 'referrer',
    open: async (page) => {
      await fillOrder(page, 'Screen');
      await attach(
        page,
        file('Letter of the physician of the member.pdf'),
        file('locked.pdf', LOCKED),
        file('good.pdf'),
      );
      await failNextUpload(page);
      await page.getByRole('button', { name: 'Submit referral' }).click();
      const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
      await expect(dialog.getByRole('button', { name: 'Replace locked.pdf' })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Retry Letter' })).toBeVisible();
      await expect(dialog.getByText('Submission PDF made')).toBeVisible();
    },
  },
  {
    name: 'order-form-with-items',
    isLikeAnother: true,
    person: null,
    open: async (page) => {
      await at('/create-referral', 'New referral')(page);
      await chooseState(page, 'Arizona');
      await addItem(page, 'Folding walker with wheels', 'Adult');
      await addItem(page, 'Folding walker with wheels', 'Junior');
      await expect(page.getByText('Added · 2 in your order')).toBeVisible();
    },
  },
  {
    name: 'notifications',
    person: 'referrer',
    open: async (page) => {
      await page.goto('/referrals');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'date-calendar',
    isLikeAnother: true,
    person: null,
    open: async (page) => {
      await at('/create-referral', 'New referral')(page);
      await page.getByRole('group', { name: 'Member' }).getByRole('textbox', { name: 'DOB' }).fill('04/12/1991');
      await page.getByRole('button', { name: 'DOB' }).click();
      await expect(page.getByRole('gridcell', { name: '12', selected: true })).toBeFocused();
    },
  },
  {
    name: 'date-calendar-years',
    person: null,
    open: async (page) => {
      await at('/DiaperRewards/UHCCPVA', 'Baby diaper order')(page);
      await page.getByRole('button', { name: 'Calendar for DOB' }).click();
      await expect(page.getByRole('radio', { name: '1991' })).toBeVisible();
    },
  },
  { name: 'asks-to-sign-in', person: null, open: at('/referrals', 'Referrals') },
  { name: 'unknown-referral', person: null, open: at('/referral/000000000000000', 'Referral not found') },
  ...PUBLIC_SCREENS,
  { name: 'no-such-page', person: null, open: at('/nowhere', /./), isLikeAnother: true },
  {
    name: 'list',
    person: 'referrer',
    open: async (page) => {
      await page.goto('/referrals');
      await expect(page.getByRole('cell').first()).toBeVisible();
    },
  },
  {
    name: 'list-empty',
    isLikeAnother: true,
    person: 'referrer',
    open: async (page) => {
      await page.goto('/referrals?search=nobody-of-this-name');
      await expect(page.getByText('No referral matches')).toBeVisible();
    },
  },
  { name: 'referral-status', person: 'referrer', open: openReferral },
  { name: 'referral-information', person: 'referrer', open: (page) => openTab(page, 'Information') },
  { name: 'referral-files', person: 'referrer', open: openPreview },
  { name: 'referral-notes', person: 'staff', open: (page) => openTab(page, 'Notes') },
  {
    name: 'note-dialog',
    person: 'staff',
    open: async (page) => {
      await openTab(page, 'Notes');
      await page.getByRole('button', { name: 'New External Note' }).click();
      const dialog = page.getByRole('dialog', { name: 'New external note' });
      await dialog.getByRole('button', { name: 'Add note' }).click();
      await expect(dialog.getByText('Note text is required')).toBeVisible();
    },
  },
  { name: 'notes', person: 'referrer', open: at('/notes', 'Notes') },
  { name: 'referral-limited', person: 'referrer', open: openLimited },
  { name: 'queue', person: 'staff', open: openQueue },
  {
    name: 'views',
    person: 'admin',
    open: async (page) => {
      // A search of its own each time: a view that is saved already is not offered again.
      await page.goto(`/queue?tab=overdue&search=${Date.now()}`);
      await saveView(page, 'Texas, late');
      await page.goto('/queue?state=AZ');
      await expect((await openViews(page)).getByRole('link', { name: 'Texas, late' })).toBeVisible();
    },
  },
  {
    name: 'save-view',
    isLikeAnother: true,
    person: 'admin',
    open: async (page) => {
      await page.goto('/referrals?status=Shipped');
      await nameView(page);
    },
  },
  { name: 'eligible-members', person: 'admin', open: at('/admin?tab=eligible-members', 'Admin') },
  ...ACCOUNT_SCREENS,
  { name: 'task', person: 'staff', open: openTask },
  { name: 'recertification', person: 'staff', open: (page) => openTask(page, '?category=Recert+Follow+up') },
  {
    name: 'put-on-hold',
    person: 'staff',
    open: async (page) => {
      await openTask(page);
      await page.getByRole('button', { name: 'Put on hold…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
      await expect(page.getByRole('dialog')).toContainText('Day is required.');
    },
  },
  {
    name: 'move-items',
    isLikeAnother: true,
    person: 'staff',
    open: async (page) => {
      await openTask(page);
      await page.getByRole('button', { name: 'Another task…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
      await expect(page.getByRole('dialog')).toContainText('is required.');
    },
  },
  { name: 'correct-member', person: 'staff', open: (page) => openCorrection(page, 'member'), isLikeAnother: true },
  { name: 'correct-items', person: 'staff', open: (page) => openCorrection(page, 'items'), isLikeAnother: true },
  ...AUDIT_SCREENS,
];
