import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { ConsoleConfigController } from './console-config.controller.js';
import { FindUserHandler } from './find-user.js';
import { ListViewsHandler } from './list-views.js';
import { OktaController } from './okta.controller.js';
import { RemoveViewHandler } from './remove-view.js';
import { ResetPasswordHandler } from './reset-password.js';
import { SaveViewHandler } from './save-view.js';

@Module({
  controllers: [AccountController, ConsoleConfigController, OktaController],
  providers: [FindUserHandler, ListViewsHandler, SaveViewHandler, RemoveViewHandler, ResetPasswordHandler],
})
export class AccountModule {}
