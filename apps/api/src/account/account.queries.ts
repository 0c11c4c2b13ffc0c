import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type ConsoleConfig, type listViewsQuery, type SavedViews } from '@throughline/contracts';
import { RELEASE, SIGN_IN_CALLBACK } from '@throughline/platform';
import { listSavedViews } from '@throughline/read-models';
import type { z } from 'zod';
import { type ApiConfig, type ApiDatabase, DATABASE } from '../engines/engines.js';
import { reachPosition } from '../engines/read-models.js';
import type { Caller } from '../identity/caller.js';

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
    await reachPosition(db, minPosition);
    return listSavedViews(db, caller.actor.userId ?? '', screen);
  }
}

/** GET /config, which is also written into each page: what the console needs before it can call anything. */
export const consoleConfig = (config: ApiConfig): ConsoleConfig => ({
  issuer: config.oidcIssuer,
  clientId: config.oidcClientId,
  redirectUri: `${config.publicOrigin}${SIGN_IN_CALLBACK}`,
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
  operatorCompanyId: config.operatorCompanyId,
  // A tenant has other calls for both.
  authenticatorApps: config.identityUrl !== undefined && config.signInMethods.includes('totp'),
  passkeys: config.identityUrl !== undefined && config.signInMethods.includes('passkey'),
  // Shown in the footer (access specification, section 9).
  version: `v${RELEASE}`,
});
