import { Controller, Get, Header, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { z } from 'zod';
import { shape } from '../http/shape.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { FetchFile } from './fetch-file.js';
import { LinkToFile } from './link-to-file.js';
import { ListFiles } from './list-files.js';
import { ReadSubmissionPdf } from './read-submission-pdf.js';

const referralId = shape(contract.referralId);
const readQuery = shape(contract.readQuery);
type ReadQuery = z.output<typeof contract.readQuery>;
/** No referral has so many files; more digits than a number holds are one that is unknown. */
const MOST_FILES = 1_000_000;
const fileId = shape(
  z
    .string()
    .regex(/^\d+$/, 'This is not a file id.')
    .transform((digits) => Math.min(Number(digits), MOST_FILES)),
);

@Controller()
export class FileController {
  constructor(private readonly queries: QueryBus) {}

  @Get('pdf/referral/:id/files')
  list(
    @Param('id', referralId) id: string,
    @Query(readQuery) { minPosition }: ReadQuery,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ListFiles(id, minPosition, caller));
  }

  @Get('pdf/referral/:id/file/:fileId')
  link(@Param('id', referralId) id: string, @Param('fileId', fileId) file: number, @FromCaller() caller: Caller) {
    return this.queries.execute(new LinkToFile(id, file, caller));
  }

  @Get('pdf/referral/:id/generate')
  @MayCall(anyone)
  generate(
    @Param('id', referralId) id: string,
    @Query(readQuery) { minPosition }: ReadQuery,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ReadSubmissionPdf(id, minPosition, caller));
  }

  /** The link is the permission. What a file holds came from outside: it may not run, nor be taken for anything else. */
  @Get('files/:token')
  @MayCall(anyone)
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  async fetch(@Param('token') token: string): Promise<StreamableFile> {
    const { content, size, name } = await this.queries.execute(new FetchFile(token));
    return new StreamableFile(content, {
      type: 'application/pdf',
      disposition: `attachment; filename="${name}"`,
      length: size,
    });
  }
}
