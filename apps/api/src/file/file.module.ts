import { Module } from '@nestjs/common';
import { FetchFileHandler } from './fetch-file.js';
import { FileLinks } from './file-link.js';
import { FileController } from './file.controller.js';
import { LinkToFileHandler } from './link-to-file.js';
import { ListFilesHandler } from './list-files.js';
import { ReadSubmissionPdfHandler } from './read-submission-pdf.js';
import { UploadFileHandler } from './upload-file.js';
import { UploadController } from './upload.controller.js';

@Module({
  controllers: [FileController, UploadController],
  providers: [
    FileLinks,
    ListFilesHandler,
    LinkToFileHandler,
    FetchFileHandler,
    ReadSubmissionPdfHandler,
    UploadFileHandler,
  ],
})
export class FileModule {}
