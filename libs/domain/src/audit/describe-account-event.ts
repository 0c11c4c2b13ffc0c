import type { AccountEvent, ProviderAct, SignInAct } from '../account/account.events.js';
import { MAIL_CHOICE_WORDS, MAIL_KIND_WORDS, MAIL_KINDS } from '../account/notification-settings.js';
import { companyOf } from '../company/companies.js';
import type { DomainEvent } from '../kernel/event.js';
import type { FieldChange } from './corrected-facts.js';

/** Each event of an administrator's act in words: a sentence, and the fields with their new values. */
export type ActWords<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: (
    data: Extract<Event, { readonly type: Type }>['data'],
    context: { readonly who: string },
  ) => string | readonly [string, ...FieldChange[]];
};

export const now = (field: string, to: string | null): FieldChange => ({ field, from: null, to });
export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** The events of a person's account in words, each administrative act with its reason. */
export const ACCOUNT_WORDS: ActWords<AccountEvent> = {
  AccountCreated: ({ firstName, lastName, requestedBy, reason }) => [
    requestedBy === undefined
      ? `An account was created for ${firstName} ${lastName}`
      : `An account was created for ${firstName} ${lastName}, as ${requestedBy} had asked`,
    ...(reason === undefined ? [] : [now('Reason', reason)]),
  ],
  ViewSaved: ({ name }, { who }) => `${who} saved the view ${name}`,
  ViewRemoved: ({ name }, { who }) => `${who} removed the view ${name}`,
  UpdateDismissed: ({ updateId }, { who }) => `${who} dismissed the update ${updateId}`,
  NotificationSettingsChosen: ({ choices, byLink }, { who }) => [
    byLink ? 'Mail was stopped by its unsubscribe link' : `${who} changed the notification settings`,
    ...MAIL_KINDS.flatMap((kind) => {
      const choice = choices[kind];
      return choice === undefined ? [] : [now(MAIL_KIND_WORDS[kind], MAIL_CHOICE_WORDS[choice])];
    }),
  ],
  ProfileChanged: ({ firstName, lastName, primaryPhone, secondaryPhone, reason }, { who }) => [
    `${who} changed the profile`,
    now('Name', `${firstName} ${lastName}`),
    now('Primary phone', primaryPhone),
    now('Secondary phone', secondaryPhone),
    now('Reason', reason),
  ],
  GroupsChanged: ({ groups, reason }, { who }) => [
    `${who} changed the enrolled groups`,
    now('Groups', groups.join(', ') || 'None'),
    now('Reason', reason),
  ],
  RoleChanged: ({ admin, siteAdmin, reason }, { who }) => [
    `${who} changed the role`,
    now('Administrator', yesOrNo(admin)),
    now('Site administrator', yesOrNo(siteAdmin)),
    now('Reason', reason),
  ],
  CompanyAssigned: ({ companyId, claimed, reason }, { who }) => [
    companyAssigned(companyId, claimed, who),
    now('Reason', reason),
  ],
  AccountDeactivated: ({ reason }, { who }) => [`${who} deactivated the account`, now('Reason', reason)],
  AccountReactivated: ({ reason }, { who }) => [`${who} reactivated the account`, now('Reason', reason)],
  SignInActOrdered: ({ act, reason }, { who }) => [`${who} ${SIGN_IN_ACT_WORDS[act]}`, now('Reason', reason)],
  ProviderActSettled: ({ act, refusal }) =>
    refusal === null
      ? `The identity provider ${PROVIDER_ACT_WORDS[act]}`
      : [`The identity provider refused what it was asked for`, now('Why', refusal)],
};

const SIGN_IN_ACT_WORDS: Readonly<Record<SignInAct, string>> = {
  'expire-password': 'let the password expire',
  'reset-password': 'had a link to reset the password mailed',
  unlock: 'unlocked the account',
  'end-sessions': 'ended all sessions',
};

const PROVIDER_ACT_WORDS: Readonly<Record<ProviderAct, string>> = {
  'expire-password': 'let the password expire',
  'reset-password': 'mailed a link to reset the password',
  unlock: 'unlocked the account',
  'end-sessions': 'ended all sessions',
  deactivate: 'deactivated the person',
  reactivate: 'mailed a link to activate the account again',
  'update-profile': 'has the changed profile',
};

function companyAssigned(companyId: number | null, claimed: number | null, who: string): string {
  const name = (id: number) => companyOf(id)?.name ?? `company ${id}`;
  if (companyId === null) {
    return claimed === null
      ? `${who} took the person out of their company`
      : `${who} refused the claim to belong to ${name(claimed)}`;
  }
  return claimed === companyId
    ? `${who} confirmed that the person belongs to ${name(companyId)}`
    : `${who} moved the person to ${name(companyId)}`;
}
