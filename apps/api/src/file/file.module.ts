import { Module } from '@nestjs/common';
import { FetchFileHandler } from './fetch-file.js';
import { FileLinks } from './file-link.js';
import { FileController } from './file.controller.js';
import { LinkToFileHandler } from './link-to-file.js';
import { ListFilesHandler } from './list-files.js';
import { ReadSubmissionPdfHandler } from './read-submission-pdf.js';

@Module({
  controllers: [FileController],
  providers: [FileLinks, ListFilesHandler, LinkToFileHandler, FetchFileHandler, ReadSubmissionPdfHandler],
})
export class FileModule {}
