import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { NotificationController } from './notification.controller.js';
import { ReadNotificationsHandler } from './read-notifications.js';

@Module({
  imports: [CommandModule],
  controllers: [NotificationController],
  providers: [ReadNotificationsHandler],
})
export class NotificationModule {}
