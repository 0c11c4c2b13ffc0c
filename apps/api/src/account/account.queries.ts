import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type ConsoleConfig, type listViewsQuery, type SavedViews, user, type User } from '@throughline/contracts';
import { companyOf, roleOf, type Role } from '@throughline/domain';
import { RELEASE } from '@throughline/platform';
import { findAccountByEmail, listSavedViews, waitUntilProjected } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE } from '../engines/engines.js';
import { notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';

/** GET /users/user/email/{email}: the caller's own account; staff and admins may read others. */
export class FindUser extends Query<User> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

const MAY_READ_OTHERS: readonly Role[] = ['staff', 'admin'];

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
    private readonly accessLog: AccessLog,
  ) {}

  /** Throws the same 404 for another person's address and for an unknown one. */
  async execute({ email, caller }: FindUser): Promise<User> {
    const account = await findAccountByEmail(this.database.db, email);
    const own = account?.userId === caller.actor.userId;
    if (!account || !(own || MAY_READ_OTHERS.includes(caller.actor.role))) throw notFound('user');
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
      role: user.shape.role.parse(roleOf(account, this.config.operatorCompanyId)),
      dismissedUpdate: account.dismissedUpdate ?? null,
    };
  }
}

/** GET /users/user/views: the caller's saved views of a screen. */
export class ListViews extends Query<SavedViews> {
  constructor(
    readonly query: z.output<typeof listViewsQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListViews)
export class ListViewsHandler implements IQueryHandler<ListViews> {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  async execute({ query: { screen, minPosition }, caller }: ListViews): Promise<SavedViews> {
    const { db } = this.database;
    await waitUntilProjected(db, minPosition);
    return listSavedViews(db, caller.actor.userId ?? '', screen);
  }
}

/** GET /config, which is also written into each page: what the console needs before it can call anything. */
export const consoleConfig = (config: ApiConfig): ConsoleConfig => ({
  issuer: config.oidcIssuer,
  clientId: config.oidcClientId,
  redirectUri: `${config.publicOrigin}/login/callback`,
  contactEmail: config.contactEmail,
  contact: {
    phone: config.contactPhone,
    fax: config.contactFax,
    emails: {
      patients: config.contactEmailPatients,
      caseManagers: config.contactEmailCaseManagers,
      clinicalStaff: config.contactEmailClinical,
    },
  },
  operatorEmailDomain: config.operatorEmailDomain,
  // Shown in the footer (access specification, section 9).
  version: `v${RELEASE}`,
});
