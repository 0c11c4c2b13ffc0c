import type { DomainEvent } from '../kernel/event.js';
import type { Language } from '../kernel/language.js';
import type { NotificationSettings } from './notification-settings.js';
import type { SavedView, ViewKey } from './saved-view.js';
import type { DismissedFile } from './dismissed-file.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: account-{userId}; the user id is the identity provider's.
 */

export type AccountCreated = DomainEvent<
  'AccountCreated',
  {
    readonly userId: string;
    readonly lastName: string;
    readonly firstName: string;
    readonly email: string;
    readonly primaryPhone: string | null;
    readonly companyId: number | null;
    readonly admin: boolean;
    readonly groups: readonly string[];
    /** The company that the person says they work for, until an admin has confirmed it. */
    readonly claimedCompanyId?: number;
    /** If an administrator requested the account: who, and why. */
    readonly requestedBy?: string;
    readonly reason?: string;
    /** The language of the page on which the account was requested. */
    readonly language?: Language;
  }
>;

/** The person of the stream saved a view. It replaces a view of the same name. */
export type ViewSaved = DomainEvent<'ViewSaved', SavedView>;

/** `name` is spelled as it was saved. */
export type ViewRemoved = DomainEvent<'ViewRemoved', ViewKey>;

/** The person of the stream has seen this update, and the ones before it: it is no longer announced to them. */
export type UpdateDismissed = DomainEvent<'UpdateDismissed', { readonly updateId: string }>;

/** The person of the stream has seen that this file of theirs, or of their work, was refused: it is no longer shown to them. */
export type RefusedFileDismissed = DomainEvent<'RefusedFileDismissed', DismissedFile>;
/** The person undid that: the file is shown to them again. */
export type RefusedFileRestored = DomainEvent<'RefusedFileRestored', DismissedFile>;

/** The person of the stream chose e-mail notification settings. Only those that changed are listed. */
export type NotificationSettingsChosen = DomainEvent<
  'NotificationSettingsChosen',
  {
    readonly choices: Partial<NotificationSettings>;
    /** ISO 8601, UTC. */
    readonly chosenAt: string;
    /** True if the person used the unsubscribe link of a mail, without a sign-in. */
    readonly byLink?: true;
  }
>;

/** The person of the stream chose the language in which they are mailed; the identity provider is told it as well. */
export type LanguageChosen = DomainEvent<'LanguageChosen', { readonly language: Language } & AsksProvider>;

/** Every administrative act says why it was done. */
interface Reasoned {
  readonly reason: string;
}

/** An act that may take somebody out of the staff says who gets their open tasks. Absent: the tasks go back to the queue. */
interface ReassignsTasks {
  readonly tasksTo?: Colleague;
}

/** Somebody who works tasks, with the name that they had when it was recorded. */
export interface Colleague {
  readonly userId: string;
  readonly name: string;
}

/** An event that asks the identity provider for something. The requests of an account are numbered from 1. */
interface AsksProvider {
  readonly actNumber: number;
}

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly primaryPhone: string | null;
  readonly secondaryPhone: string | null;
}

export type ProfileChanged = DomainEvent<'ProfileChanged', Profile & Reasoned & AsksProvider>;

export type GroupsChanged = DomainEvent<
  'GroupsChanged',
  { readonly groups: readonly string[] } & Reasoned & ReassignsTasks
>;

export interface AccountRights {
  readonly admin: boolean;
  readonly siteAdmin: boolean;
}

/** `siteAdmin`: the person manages the people of their own company. `was` is absent from events that are older than the field. */
export type RoleChanged = DomainEvent<'RoleChanged', AccountRights & { readonly was?: AccountRights } & Reasoned>;

/**
 * The company was set, which also settles the claim of a registration: `claimed` is the company that the person had named. The person is no
 * longer a site administrator, and keeps `groups`: those that the new company has as well.
 */
export type CompanyAssigned = DomainEvent<
  'CompanyAssigned',
  {
    readonly companyId: number | null;
    readonly claimed: number | null;
    readonly groups: readonly string[];
  } & Reasoned &
    ReassignsTasks
>;

export type AccountDeactivated = DomainEvent<'AccountDeactivated', Reasoned & AsksProvider & ReassignsTasks>;
export type AccountReactivated = DomainEvent<'AccountReactivated', Reasoned & AsksProvider>;

/**
 * What an administrator can request of the identity provider that changes nothing in the account. `invite`: mails another link to somebody
 * who never chose a password.
 */
export const SIGN_IN_ACTS = [
  'expire-password',
  'reset-password',
  'invite',
  'unlock',
  'end-sessions',
  'remove-factors',
] as const;
export type SignInAct = (typeof SIGN_IN_ACTS)[number];

export type SignInActOrdered = DomainEvent<'SignInActOrdered', { readonly act: SignInAct } & Reasoned & AsksProvider>;

export type ProviderAct = SignInAct | 'deactivate' | 'reactivate' | 'update-profile' | 'update-language';

/** The identity provider carried out the request, or refused it. */
export type ProviderActSettled = DomainEvent<
  'ProviderActSettled',
  {
    readonly act: ProviderAct;
    /** Why the provider refused the request; null if it carried it out. */
    readonly refusal: string | null;
  } & AsksProvider
>;

export type AccountEvent =
  | AccountCreated
  | ViewSaved
  | ViewRemoved
  | UpdateDismissed
  | RefusedFileDismissed
  | RefusedFileRestored
  | NotificationSettingsChosen
  | LanguageChosen
  | ProfileChanged
  | GroupsChanged
  | RoleChanged
  | CompanyAssigned
  | AccountDeactivated
  | AccountReactivated
  | SignInActOrdered
  | ProviderActSettled;
