import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { user, type User } from '@throughline/contracts';
import { companyOf, roleOf, type Role } from '@throughline/domain';
import { findAccountByEmail } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';

/** GET /users/user/email/{email}: oneself; staff and admins may ask for others. */
export class FindUser extends Query<User> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

const MAY_ASK_FOR_OTHERS: readonly Role[] = ['staff', 'admin'];

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(
    private readonly engines: Engines,
    private readonly accessLog: AccessLog,
  ) {}

  /** Throws 404 for another's address just as for one that nobody has. */
  async execute({ email, caller }: FindUser): Promise<User> {
    const { db, config } = this.engines;
    const account = await findAccountByEmail(db, email);
    const own = account?.userId === caller.actor.userId;
    if (!account || !(own || MAY_ASK_FOR_OTHERS.includes(caller.actor.role))) throw notFound('user');
    await this.accessLog.record({ caller, screen: own ? 'Own profile' : 'Profile' });
    return {
      id: account.userId,
      firstName: account.firstName,
      lastName: account.lastName,
      oktaUserName: account.email,
      email: account.email,
      primaryPhone: account.primaryPhone,
      secondaryPhone: null,
      company: companyOf(account.companyId) ?? null,
      admin: account.admin,
      groups: account.groups.map((name) => ({ name })),
      role: user.shape.role.parse(roleOf(account, config.operatorCompanyId)),
    };
  }
}
