import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.js';
import { ReadReferralHistoryHandler } from './read-referral-history.js';
import { RecordHistoryEntryHandler } from './record-history-entry.js';

@Module({ controllers: [HistoryController], providers: [ReadReferralHistoryHandler, RecordHistoryEntryHandler] })
export class HistoryModule {}
