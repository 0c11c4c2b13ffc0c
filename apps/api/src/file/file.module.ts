import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { FileController } from './file.controller.js';
import { FileReads } from './file.reads.js';
import { UploadFileHandler } from './upload-file.js';
import { UploadController } from './upload.controller.js';

@Module({
  imports: [AccessLogModule, CommandModule, IdentityModule, ReferralAccessModule],
  controllers: [FileController, UploadController],
  providers: [FileReads, UploadFileHandler],
})
export class FileModule {}
