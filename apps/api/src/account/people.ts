import { Inject, Injectable } from '@nestjs/common';
import {
  type EnrolledGroupEntry,
  enrolledGroupOf,
  type listGroupsQuery,
  type listUsersQuery,
  type User,
  type UserList,
} from '@throughline/contracts';
import {
  type Account,
  companyOf,
  groupsOf,
  isActive,
  mayAdminister,
  mayManageSomeAccounts,
  maySeeAccount,
  type Role,
  roleOf,
  settingsOf,
  switchesOf,
} from '@throughline/domain';
import { findAccountByEmail, findAccountById, listAccounts } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type Caller, administratorOf, rightsOf } from '../identity/caller.js';
import { SignInStates } from './sign-in-states.js';

const MAY_READ_OTHERS: readonly Role[] = ['staff', 'admin'];

/** Reads of accounts. An account that the caller may not see is answered like one that does not exist. */
@Injectable()
export class People {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    private readonly signInStates: SignInStates,
  ) {}

  /** GET /users/user/{id} */
  async read(userId: string, minPosition: number, caller: Caller): Promise<User> {
    const user = await this.find(userId, minPosition, caller);
    return mayManageSomeAccounts(administratorOf(caller)) ? (await this.signInStates.of([user]))[0]! : user;
  }

  /** GET /users/user/email/{email} */
  readByEmail(email: string, minPosition: number, caller: Caller): Promise<User> {
    return this.readModels.readAt(minPosition, async (db) => this.show(await findAccountByEmail(db, email), caller));
  }

  /** Records the access. Throws 404 for an account that does not exist, or that the caller may not see. */
  private async show(account: Account | undefined, caller: Caller): Promise<User> {
    const own = account?.userId === caller.actor.userId;
    if (!account || !(own || mayReadOther(caller, account))) throw notFound('user');
    await this.accessLog.record({ caller, screen: own ? 'Own profile' : 'Profile', rowIds: [account.userId] });
    return this.viewOf(account);
  }

  /** GET /users */
  async list(query: z.output<typeof listUsersQuery>, caller: Caller): Promise<UserList> {
    const { search, filter, page, pageSize, minPosition, companyId = null } = query;
    const own = mayAdminister(caller.actor) ? companyId : caller.actor.companyId;
    // A site administrator without a company sees nobody.
    if (own === null && !mayAdminister(caller.actor)) return { rows: [], rowCount: 0 };
    const { rows, rowCount } = await this.readModels.readAt(minPosition, async (db) => {
      const { accounts, rowCount } = await listAccounts(db, {
        companyId: own,
        operatorId: this.config.operatorCompanyId,
        search,
        filter,
        page,
        pageSize,
      });
      await this.accessLog.record({ caller, screen: 'Users', rowIds: accounts.map(({ userId }) => userId) });
      return { rows: accounts.map((account) => this.viewOf(account)), rowCount };
    });
    return { rows: await this.signInStates.of(rows), rowCount };
  }

  /** GET /users/groups/{id}. Only an admin enrols people in groups of another company, so nobody else can list them. */
  async groups(
    userId: string,
    { company, minPosition }: z.output<typeof listGroupsQuery>,
    caller: Caller,
  ): Promise<EnrolledGroupEntry[]> {
    const { groups } = await this.find(userId, minPosition, caller);
    if (company === undefined) return groups;
    const isTheirs = mayAdminister(caller.actor) || company === caller.actor.companyId;
    return isTheirs ? groupsOf(company, this.config.operatorCompanyId).map(enrolledGroupOf) : [];
  }

  private find(userId: string, minPosition: number, caller: Caller): Promise<User> {
    return this.readModels.readAt(minPosition, async (db) => this.show(await findAccountById(db, userId), caller));
  }

  private viewOf(account: Account): User {
    const { firstName, lastName, email, primaryPhone, secondaryPhone } = account;
    return {
      ...rightsOf(account, roleOf(account, this.config.operatorCompanyId)),
      firstName,
      lastName,
      oktaUserName: email,
      email,
      primaryPhone,
      secondaryPhone: secondaryPhone ?? null,
      dismissedUpdate: account.dismissedUpdate ?? null,
      dismissedFiles: account.dismissedFiles ?? [],
      active: isActive(account),
      switches: switchesOf(account),
      claimedCompany: companyOf(account.claimedCompanyId ?? null) ?? null,
      notificationSettings: settingsOf(account.notificationSettings ?? {}),
      language: account.language ?? null,
      // A new language is sent to the provider too, but the profile does not show that as a pending change.
      waitsForProvider: (account.pendingActs ?? []).some(({ act }) => act !== 'update-language'),
      signInState: null,
    };
  }
}

const mayReadOther = (caller: Caller, account: Account): boolean =>
  MAY_READ_OTHERS.includes(caller.actor.role) || maySeeAccount(administratorOf(caller), account);
