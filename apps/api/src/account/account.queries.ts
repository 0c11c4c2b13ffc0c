import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type ConsoleConfig, type listViewsQuery, type SavedViews, type User } from '@throughline/contracts';
import { RELEASE } from '@throughline/platform';
import { findAccountByEmail, listSavedViews, waitUntilProjected } from '@throughline/read-models';
import type { z } from 'zod';
import { type ApiConfig, type ApiDatabase, DATABASE } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { People } from './people.js';

/** GET /users/user/email/{email} */
export class FindUser extends Query<User> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly people: People,
  ) {}

  /** Throws the same 404 for another person's address and for an unknown one. */
  async execute({ email, caller }: FindUser): Promise<User> {
    return this.people.show(await findAccountByEmail(this.database.db, email), caller);
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
  // A tenant has other calls for them.
  passkeys: config.identityUrl !== undefined && config.signInMethods.includes('passkey'),
  // Shown in the footer (access specification, section 9).
  version: `v${RELEASE}`,
});
