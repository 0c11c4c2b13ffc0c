import { Module } from '@nestjs/common';
import { CancelImportHandler } from './cancel-import.js';
import { EligibilityImportController } from './eligibility-import.controller.js';
import { ListImportsHandler } from './list-imports.js';
import { UploadMembersHandler } from './upload-members.js';

@Module({
  controllers: [EligibilityImportController],
  providers: [UploadMembersHandler, CancelImportHandler, ListImportsHandler],
})
export class EligibilityImportModule {}
