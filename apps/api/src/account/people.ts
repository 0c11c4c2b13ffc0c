import { Inject, Injectable } from '@nestjs/common';
import type { listUsersQuery, User, UserList } from '@throughline/contracts';
import {
  type Account,
  companyOf,
  groupsOf,
  isActive,
  mayAdminister,
  maySeeAccount,
  type Role,
  roleOf,
  settingsOf,
} from '@throughline/domain';
import { findAccountById, listAccounts } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type Caller, administratorOf } from '../identity/caller.js';

const MAY_READ_OTHERS: readonly Role[] = ['staff', 'admin'];

/** Reads of accounts. What a caller may not see is answered like what does not exist. */
@Injectable()
export class People {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  /** GET /users/user/{id} */
  read(userId: string, minPosition: number, caller: Caller): Promise<User> {
    return this.readModels.readAt(minPosition, async (db) => this.show(await findAccountById(db, userId), caller));
  }

  /** Records the access. Throws 404 for an account that is not there, or not for the caller. */
  async show(account: Account | undefined, caller: Caller): Promise<User> {
    const own = account?.userId === caller.actor.userId;
    if (!account || !(own || mayReadOther(caller, account))) throw notFound('user');
    await this.accessLog.record({ caller, screen: own ? 'Own profile' : 'Profile' });
    return this.viewOf(account);
  }

  /** GET /users */
  async list(query: z.output<typeof listUsersQuery>, caller: Caller): Promise<UserList> {
    const { search, filter, page, pageSize, minPosition, companyId = null } = query;
    const own = mayAdminister(caller.actor) ? companyId : caller.actor.companyId;
    // A site administrator without a company sees nobody.
    if (own === null && !mayAdminister(caller.actor)) return { rows: [], rowCount: 0 };
    return this.readModels.readAt(minPosition, async (db) => {
      const { accounts, rowCount } = await listAccounts(db, { companyId: own, search, filter, page, pageSize });
      await this.accessLog.record({ caller, screen: 'Users' });
      return { rows: accounts.map((account) => this.viewOf(account)), rowCount };
    });
  }

  /** GET /users/groups/{id} */
  async groups(userId: string, company: number | undefined, caller: Caller): Promise<{ name: string }[]> {
    const { groups } = await this.read(userId, 0, caller);
    return company === undefined ? groups : groupsOf(company, this.config.operatorCompanyId).map((name) => ({ name }));
  }

  private viewOf(account: Account): User {
    const { userId, firstName, lastName, email, primaryPhone, secondaryPhone, companyId, admin, groups } = account;
    return {
      id: userId,
      firstName,
      lastName,
      oktaUserName: email,
      email,
      primaryPhone,
      secondaryPhone: secondaryPhone ?? null,
      company: companyOf(companyId) ?? null,
      admin,
      groups: groups.map((name) => ({ name })),
      role: roleOf(account, this.config.operatorCompanyId) as User['role'],
      siteAdmin: account.siteAdmin ?? false,
      dismissedUpdate: account.dismissedUpdate ?? null,
      active: isActive(account),
      claimedCompany: companyOf(account.claimedCompanyId ?? null) ?? null,
      notificationSettings: settingsOf(account.notificationSettings ?? {}),
      waitsForProvider: (account.pendingActs ?? []).length > 0,
    };
  }
}

const mayReadOther = (caller: Caller, account: Account): boolean =>
  MAY_READ_OTHERS.includes(caller.actor.role) || maySeeAccount(administratorOf(caller), account);
