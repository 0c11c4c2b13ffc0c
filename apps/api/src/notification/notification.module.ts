import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { NotificationController } from './notification.controller.js';
import { ListNotificationsHandler } from './notification.queries.js';

@Module({
  imports: [CommandModule],
  controllers: [NotificationController],
  providers: [ListNotificationsHandler],
})
export class NotificationModule {}
