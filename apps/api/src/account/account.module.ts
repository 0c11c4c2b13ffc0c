import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { ConsoleConfigController } from './console-config.controller.js';
import { FindUserHandler } from './find-user.js';

@Module({ controllers: [AccountController, ConsoleConfigController], providers: [FindUserHandler] })
export class AccountModule {}
