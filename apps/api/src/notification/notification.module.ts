import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { NotificationController } from './notification.controller.js';
import { ListNotificationsHandler } from './notification.queries.js';
import { ReadNotificationsHandler } from './read-notifications.js';
import { UnsubscribeHandler } from './unsubscribe.js';

@Module({
  imports: [CommandModule],
  controllers: [NotificationController],
  providers: [ListNotificationsHandler, ReadNotificationsHandler, UnsubscribeHandler],
})
export class NotificationModule {}
