import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { HistoryController } from './history.controller.js';
import { RecordHistoryEntryHandler } from './record-history-entry.js';

@Module({
  imports: [AccessLogModule, CommandModule],
  controllers: [HistoryController],
  providers: [RecordHistoryEntryHandler],
})
export class HistoryModule {}
