import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { AccountController } from './account.controller.js';
import { FindUserHandler, ListViewsHandler } from './account.queries.js';
import { ResetPasswordHandler } from './reset-password.js';

@Module({
  imports: [AccessLogModule, CommandModule],
  controllers: [AccountController],
  providers: [FindUserHandler, ListViewsHandler, ResetPasswordHandler],
})
export class AccountModule {}
