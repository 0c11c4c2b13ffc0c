import type { DomainEvent } from '../kernel/event.js';
import type { SavedView, ViewKey } from './saved-view.js';

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
  }
>;

/** The person of the stream saved a view. It replaces the one of the same name. */
export type ViewSaved = DomainEvent<'ViewSaved', SavedView>;

/** `name` as it was saved. */
export type ViewRemoved = DomainEvent<'ViewRemoved', ViewKey>;

/** The person of the stream has seen this update, and the ones before it: it is announced to them no more. */
export type UpdateDismissed = DomainEvent<'UpdateDismissed', { readonly updateId: string }>;

export type AccountEvent = AccountCreated | ViewSaved | ViewRemoved | UpdateDismissed;
