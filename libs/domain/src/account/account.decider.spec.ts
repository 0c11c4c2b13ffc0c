import { describe, it } from '@jest/globals';
import type { MailTopic, NotificationSettings } from './notification-settings.js';
import { given } from '../kernel/given.testing.js';
import type { Language } from '../kernel/language.js';
import { accountDecider, type CreateAccount } from './account.decider.js';
import type { AccountEvent } from './account.events.js';

const ana = {
  userId: 'u-ana',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'ana@plan.example',
  primaryPhone: '6025550112',
  companyId: 12,
  admin: false,
  groups: [],
};
const create: CreateAccount = { type: 'CreateAccount', data: ana };
const created: AccountEvent = { type: 'AccountCreated', data: ana };

describe('Account', () => {
  it('is created', () => {
    given(accountDecider, []).when(create).then([created]);
  });

  it('is created once, whatever a later command says about the person', () => {
    given(accountDecider, [created]).when(create).thenNothing();
    given(accountDecider, [created])
      .when({ ...create, data: { ...ana, admin: true } })
      .thenNothing();
  });

  describe('with Notification Settings', () => {
    const chosenAt = '2026-11-23T12:00:00.000Z';
    const choose = (choices: Partial<NotificationSettings>) =>
      ({ type: 'ChooseNotificationSettings', data: { choices, chosenAt } }) as const;
    const chosen = (choices: Partial<NotificationSettings>): AccountEvent => ({
      type: 'NotificationSettingsChosen',
      data: { choices, chosenAt },
    });
    const unsubscribe = (topic: MailTopic) => ({ type: 'Unsubscribe', data: { topic, chosenAt } }) as const;

    it('keeps the kinds that change, and nothing of what is so already', () => {
      given(accountDecider, [created])
        .when(choose({ note: 'none', delivery: 'now' }))
        .then([chosen({ note: 'none' })]);
      given(accountDecider, [created, chosen({ note: 'none' })])
        .when(choose({ note: 'none' }))
        .thenNothing();
    });

    it('is unsubscribed by a link from one kind, once', () => {
      const stopped: AccountEvent = {
        type: 'NotificationSettingsChosen',
        data: { choices: { note: 'none' }, chosenAt, byLink: true },
      };
      given(accountDecider, [created]).when(unsubscribe('note')).then([stopped]);
      given(accountDecider, [created, stopped]).when(unsubscribe('note')).thenNothing();
    });

    it('is unsubscribed from the digest with the kinds that are in it', () => {
      given(accountDecider, [created, chosen({ note: 'digest', contact: 'now' })])
        .when(unsubscribe('digest'))
        .then([
          {
            type: 'NotificationSettingsChosen',
            data: { choices: { status: 'none', note: 'none' }, chosenAt, byLink: true },
          },
        ]);
    });

    it('has none before it is created', () => {
      given(accountDecider, [])
        .when(choose({ note: 'none' }))
        .thenRejected('account/unknown');
    });
  });

  it('has the language that its owner chose last, and each choice is told to the identity provider', () => {
    const choose = (language: Language) => ({ type: 'ChooseLanguage', data: { language } }) as const;
    const chosen = (language: Language, actNumber: number): AccountEvent => ({
      type: 'LanguageChosen',
      data: { language, actNumber },
    });
    given(accountDecider, [created])
      .when(choose('en'))
      .then([chosen('en', 1)]);
    given(accountDecider, [created, chosen('es', 1)])
      .when(choose('es'))
      .thenNothing();
    given(accountDecider, [created, chosen('es', 1)])
      .when(choose('en'))
      .then([chosen('en', 2)]);
    given(accountDecider, []).when(choose('es')).thenRejected('account/unknown');
  });

  it('has an update dismissed once', () => {
    const data = { updateId: '2026-11-23-new' };
    const dismissed: AccountEvent = { type: 'UpdateDismissed', data };
    given(accountDecider, [created]).when({ type: 'DismissUpdate', data }).then([dismissed]);
    given(accountDecider, [created, dismissed]).when({ type: 'DismissUpdate', data }).thenNothing();
  });

  it('has a refused file dismissed once, and restored once', () => {
    const file = { referralId: '263251948821043', fileId: 3 };
    const dismissed: AccountEvent = { type: 'RefusedFileDismissed', data: file };
    const restored: AccountEvent = { type: 'RefusedFileRestored', data: file };
    const dismiss = (isDismissed: boolean) => ({ type: 'DismissFile', data: { ...file, isDismissed } }) as const;
    given(accountDecider, [created]).when(dismiss(true)).then([dismissed]);
    given(accountDecider, [created, dismissed]).when(dismiss(true)).thenNothing();
    given(accountDecider, [created, dismissed]).when(dismiss(false)).then([restored]);
    given(accountDecider, [created, dismissed, restored]).when(dismiss(false)).thenNothing();
  });
});
