import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AuditController } from './audit.controller.js';
import { EvidenceController } from './evidence.controller.js';
import { HistoryController } from './history.controller.js';
import { RecordHistoryEntryHandler } from './record-history-entry.js';

@Module({
  imports: [AccessLogModule, CommandModule, IdentityModule, ReferralAccessModule],
  controllers: [HistoryController, AuditController, EvidenceController],
  providers: [RecordHistoryEntryHandler],
})
export class HistoryModule {}
