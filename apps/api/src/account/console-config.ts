import type { ConsoleConfig } from '@throughline/contracts';
import { RELEASE, SIGN_IN_CALLBACK } from '@throughline/platform';
import type { ApiConfig } from '../engines/engines.js';

/** GET /config, which is also written into each page: what the console needs before it can make any call. */
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
  // Only for the embedded provider: a tenant has other calls for these two.
  authenticatorApps: config.identityUrl !== undefined && config.signInMethods.includes('totp'),
  passkeys: config.identityUrl !== undefined && config.signInMethods.includes('passkey'),
  // The console shows it in the footer (access specification, section 9).
  version: `v${RELEASE}`,
});
