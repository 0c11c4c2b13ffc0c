import { Controller, Get } from '@nestjs/common';
import type { ConsoleConfig } from '@throughline/contracts';
import { RELEASE } from '@throughline/platform';
import { Engines } from '../engine/engines.js';
import { anyone, MayCall } from '../identity/may-call.js';

/** GET /config: what the browser needs to begin. */
@Controller('config')
export class ConsoleConfigController {
  constructor(private readonly engines: Engines) {}

  @Get()
  @MayCall(anyone)
  read(): ConsoleConfig {
    const { oidcIssuer, oidcClientId, publicOrigin } = this.engines.config;
    return {
      issuer: oidcIssuer,
      clientId: oidcClientId,
      redirectUri: `${publicOrigin}/login/callback`,
      contactEmail: CONTACT_EMAIL,
      // Shown in the footer (access specification, section 9).
      version: `v${RELEASE}`,
    };
  }
}

/** The provider's own, as the specification leaves it open. */
const CONTACT_EMAIL = 'referrals@throughline.example';
