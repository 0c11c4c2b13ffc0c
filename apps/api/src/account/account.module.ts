import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { ConsoleConfigController } from './console-config.controller.js';
import { FindUserHandler } from './find-user.js';
import { ListViewsHandler } from './list-views.js';
import { RemoveViewHandler } from './remove-view.js';
import { SaveViewHandler } from './save-view.js';

@Module({
  controllers: [AccountController, ConsoleConfigController],
  providers: [FindUserHandler, ListViewsHandler, SaveViewHandler, RemoveViewHandler],
})
export class AccountModule {}
