import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import type { Language } from '../kernel/language.js';
import { isOperator } from '../kernel/terms.js';
import type { SomeEventWords } from '../kernel/words.js';
import { groupsOf } from './access.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster. Stream: registration-{registrationId}. The
 * stream is not that of the account, because the identity provider assigns the user id only after the request.
 */

export interface Registrant {
  readonly lastName: string;
  readonly firstName: string;
  readonly email: string;
  readonly phone: string | null;
  /** Two letters. */
  readonly state: string;
  /** The language of the page on which they register; absent: English, or an administrator requests the account. */
  readonly language?: Language;
}

export type AccountRequested = DomainEvent<
  'AccountRequested',
  Registrant & {
    readonly registrationId: string;
    /** The company that the new account belongs to; null for somebody who registers, whose `claimedCompanyId` is to be confirmed. */
    readonly companyId: number | null;
    readonly claimedCompanyId: number | null;
    readonly groups: readonly string[];
    /** The administrator who requests the account; null for somebody who registers. */
    readonly requestedBy: string | null;
    /** Why the administrator requests it; null if they did not say, or the person registers. */
    readonly reason: string | null;
    readonly requestedAt: string;
  }
>;

/** `known`: the address had an account, which stays as it is. `withheld`: too many mails were asked for to the address. */
export type AccountRequestSettled = DomainEvent<
  'AccountRequestSettled',
  {
    readonly registrationId: string;
    readonly outcome: 'created' | 'known' | 'withheld';
    readonly userId: string | null;
  }
>;

export type RegistrationEvent = AccountRequested | AccountRequestSettled;

export const REGISTRATION_WORDS: SomeEventWords<RegistrationEvent> = {
  AccountRequested: null,
  AccountRequestSettled: null,
};

/** Who requests an account: somebody for themselves, or an administrator for another person. */
export interface Requester {
  /** Null: the requester manages no accounts. */
  readonly manages: 'all' | 'own-company' | null;
  readonly companyId: number | null;
  readonly email: string | null;
}

export type RequestAccount = Command<
  'RequestAccount',
  Registrant & {
    readonly registrationId: string;
    /** The company of the new account if the requester may set it, else the claimed one. */
    readonly companyId: number | null;
    /** Ignored unless the requester is an admin. Only groups of the company are accepted. */
    readonly groups: readonly string[];
    /** Whether the groups are assigned; left out: no. */
    readonly overrideCompanyGroups?: boolean;
    readonly reason: string | null;
    readonly requester: Requester;
    readonly operatorId: number;
    readonly at: string;
  }
>;
export type SettleAccountRequest = Command<'SettleAccountRequest', AccountRequestSettled['data']>;
export type RegistrationCommand = RequestAccount | SettleAccountRequest;

export type RegistrationState =
  | { readonly status: 'none' | 'settled'; readonly request: null }
  | { readonly status: 'requested'; readonly request: AccountRequested['data'] };

/**
 * The requester decides company and groups of the account. Whether the address is known already, only the worker finds out
 * (docs/promises.md 1.2).
 */
export const registrationDecider: Decider<RegistrationState, RegistrationCommand, RegistrationEvent> = {
  category: 'registration',
  initialState: { status: 'none', request: null },
  evolve: (_, event) => {
    switch (event.type) {
      case 'AccountRequested':
        return { status: 'requested', request: event.data };
      case 'AccountRequestSettled':
        return { status: 'settled', request: null };
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'RequestAccount':
        return state.status === 'none' ? [{ type: 'AccountRequested', data: requested(command.data) }] : [];
      case 'SettleAccountRequest':
        return state.status === 'requested' ? [{ type: 'AccountRequestSettled', data: command.data }] : [];
      default:
        return unreachable(command);
    }
  },
};

function requested({
  requester,
  companyId,
  groups,
  overrideCompanyGroups = false,
  reason,
  operatorId,
  at,
  ...registrant
}: RequestAccount['data']): AccountRequested['data'] {
  const { manages, email } = requester;
  if (manages !== 'all' && isOperator(companyId, operatorId)) {
    throw new DomainError('registration/operator-company', 'Only an administrator can add people to this company.');
  }
  const asked = { ...registrant, requestedBy: manages === null ? null : email, requestedAt: at };
  if (manages === null) {
    return { ...asked, companyId: null, claimedCompanyId: companyId, groups: [], reason: null };
  }
  if (manages === 'own-company') {
    if (companyId !== null && companyId !== requester.companyId) {
      throw new DomainError('registration/another-company', 'You can invite people to your own company only.');
    }
    return { ...asked, companyId: requester.companyId, claimedCompanyId: null, groups: [], reason };
  }
  const offered = groupsOf(companyId, operatorId);
  if (groups.some((group) => !offered.includes(group))) {
    throw new DomainError('account/unknown-group', 'The person’s company has no such group.');
  }
  return { ...asked, companyId, claimedCompanyId: null, groups: overrideCompanyGroups ? groups : [], reason };
}
