import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { IDENTITY_ADMIN, identityAdminOf } from '@throughline/platform';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AccountController } from './account.controller.js';
import { CreateUserHandler } from './create-user.js';
import { ManageAccountController } from './manage-account.controller.js';
import { ManageUserHandler } from './manage-user.js';
import { OwnSessions } from './own-sessions.js';
import { People } from './people.js';
import { SignInController } from './sign-in.controller.js';
import { SignInStates } from './sign-in-states.js';
import { SignInSteps } from './sign-in-steps.js';

@Module({
  imports: [AccessLogModule, CommandModule, RateLimitModule, ReferralAccessModule],
  controllers: [AccountController, ManageAccountController, SignInController],
  providers: [
    { provide: IDENTITY_ADMIN, useFactory: (config: ApiConfig) => identityAdminOf(config), inject: [CONFIG] },
    SignInStates,
    SignInSteps,
    ManageUserHandler,
    CreateUserHandler,
    OwnSessions,
    People,
  ],
})
export class AccountModule {}
