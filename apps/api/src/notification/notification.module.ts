import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { NotificationController } from './notification.controller.js';
import { ReadNotificationsHandler } from './read-notifications.js';

@Module({
  imports: [AccessLogModule, CommandModule],
  controllers: [NotificationController],
  providers: [ReadNotificationsHandler],
})
export class NotificationModule {}
