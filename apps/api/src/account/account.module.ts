import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { AccountController } from './account.controller.js';
import { FindUserHandler, ListViewsHandler } from './account.queries.js';
import { SignInController } from './sign-in.controller.js';
import { SignInSteps } from './sign-in-steps.js';

@Module({
  imports: [AccessLogModule, CommandModule, RateLimitModule],
  controllers: [AccountController, SignInController],
  providers: [FindUserHandler, ListViewsHandler, SignInSteps],
})
export class AccountModule {}
