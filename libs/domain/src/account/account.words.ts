import type { Language } from '../kernel/language.js';
import { fullName } from '../kernel/terms.js';
import { type EventWords, now, type WordsContext, yesOrNo } from '../kernel/words.js';
import type { AccountEvent, Colleague, ProviderAct, SignInAct } from './account.events.js';
import { MAIL_CHOICE_WORDS, MAIL_KIND_WORDS, MAIL_KINDS } from './notification-settings.js';

/** The words for the events of an account, each administrative act with its reason. */
export const ACCOUNT_WORDS: EventWords<AccountEvent> = {
  AccountCreated: ({ requestedBy, reason, ...person }) => [
    requestedBy === undefined
      ? `An account was created for ${fullName(person)}`
      : `An account was created for ${fullName(person)}, as ${requestedBy} had asked`,
    ...(reason === undefined ? [] : [now('Reason', reason)]),
  ],
  ViewSaved: ({ name }, { who }) => `${who} saved the view ${name}`,
  ViewRemoved: ({ name }, { who }) => `${who} removed the view ${name}`,
  UpdateDismissed: ({ updateId }, { who }) => `${who} dismissed the update ${updateId}`,
  RefusedFileDismissed: ({ fileId, referralId }, { who }) =>
    `${who} dismissed the refused file ${fileId} of ${referralId}`,
  RefusedFileRestored: ({ fileId, referralId }, { who }) =>
    `${who} restored the refused file ${fileId} of ${referralId}`,
  NotificationSettingsChosen: ({ choices, byLink }, { who }) => [
    byLink ? 'Mail was stopped by its unsubscribe link' : `${who} changed the notification settings`,
    ...MAIL_KINDS.flatMap((kind) => {
      const choice = choices[kind];
      return choice === undefined ? [] : [now(MAIL_KIND_WORDS[kind], MAIL_CHOICE_WORDS[choice])];
    }),
  ],
  LanguageChosen: ({ language }, { who }) => [`${who} chose a language`, now('Language', LANGUAGE_WORDS[language])],
  ProfileChanged: ({ primaryPhone, secondaryPhone, reason, ...person }, { who }) => [
    `${who} changed the profile`,
    now('Name', fullName(person)),
    now('Primary phone', primaryPhone),
    now('Secondary phone', secondaryPhone),
    now('Reason', reason),
  ],
  GroupsChanged: ({ groups, reason, tasksTo }, { who }) => [
    `${who} changed the enrolled groups`,
    now('Groups', groups.join(', ') || 'None'),
    now('Reason', reason),
    ...tasksGoTo(tasksTo),
  ],
  RoleChanged: ({ admin, siteAdmin, was, reason }, { who }) => [
    `${who} changed the role`,
    ...(admin === was?.admin ? [] : [now('Administrator', yesOrNo(admin))]),
    ...(siteAdmin === was?.siteAdmin ? [] : [now('Site administrator', yesOrNo(siteAdmin))]),
    now('Reason', reason),
  ],
  CompanyAssigned: ({ companyId, claimed, reason, tasksTo }, context) => [
    companyAssigned(companyId, claimed, context),
    now('Reason', reason),
    ...tasksGoTo(tasksTo),
  ],
  AccountDeactivated: ({ reason, tasksTo }, { who }) => [
    `${who} deactivated the account`,
    now('Reason', reason),
    ...tasksGoTo(tasksTo),
  ],
  AccountReactivated: ({ reason }, { who }) => [`${who} reactivated the account`, now('Reason', reason)],
  SignInActOrdered: ({ act, reason }, { who }) => [`${who} ${SIGN_IN_ACT_WORDS[act]}`, now('Reason', reason)],
  ProviderActSettled: ({ act, refusal }) =>
    refusal === null
      ? `The identity provider ${PROVIDER_ACT_WORDS[act]}`
      : [`The identity provider refused what it was asked for`, now('Why', refusal)],
};

const tasksGoTo = (colleague: Colleague | undefined) => (colleague ? [now('Open tasks to', colleague.name)] : []);

const LANGUAGE_WORDS: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };

const SIGN_IN_ACT_WORDS: Readonly<Record<SignInAct, string>> = {
  'expire-password': 'let the password expire',
  'reset-password': 'had a link to reset the password mailed',
  invite: 'had a new invitation mailed',
  unlock: 'unlocked the account',
  'end-sessions': 'ended all sessions',
  'remove-factors': 'had the phone, the app and the passkeys of sign-ins removed',
};

const PROVIDER_ACT_WORDS: Readonly<Record<ProviderAct, string>> = {
  'expire-password': 'let the password expire',
  'reset-password': 'mailed a link to reset the password',
  invite: 'mailed a new invitation',
  unlock: 'unlocked the account',
  'end-sessions': 'ended all sessions',
  'remove-factors': 'removed the phone, the app and the passkeys of sign-ins',
  deactivate: 'deactivated the person',
  reactivate: 'mailed a link to activate the account again',
  'update-profile': 'has the changed profile',
  'update-language': 'has the chosen language',
};

function companyAssigned(companyId: number | null, claimed: number | null, { who, company }: WordsContext): string {
  if (companyId === null) {
    return claimed === null
      ? `${who} took the person out of their company`
      : `${who} refused the claim to belong to ${company(claimed)}`;
  }
  return claimed === companyId
    ? `${who} confirmed that the person belongs to ${company(companyId)}`
    : `${who} moved the person to ${company(companyId)}`;
}
