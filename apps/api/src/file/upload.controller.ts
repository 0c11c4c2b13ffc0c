import { Controller, Param, Post, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import type { Request } from 'express';
import { shape } from '../http/shape.js';
import { InContext, type CommandContext } from '../idempotency/command-context.js';
import { RunsOnce } from '../idempotency/runs-once.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { MayUploadGuard } from './may-upload.guard.js';
import { ReceivesPdf } from './receives-pdf.js';
import { UploadFile } from './upload-file.js';

/** For whoever may read the referral, and for the browser that has just submitted it. What the class uses comes before what a method does. */
@Controller('pdf/referral/:id/upload')
@MayCall(anyone)
@UseGuards(MayUploadGuard)
@UseInterceptors(ReceivesPdf)
export class UploadController {
  constructor(private readonly commands: CommandBus) {}

  @Post('fileName/:name')
  @RunsOnce({ status: 201 })
  upload(
    @Param('id', shape(contract.referralId)) id: string,
    @Param('name', shape(contract.uploadedFileName)) name: string,
    @Req() { received }: Request,
    @InContext() context: CommandContext,
  ) {
    if (!received) throw new Error('No file was received.');
    return this.commands.execute(new UploadFile(id, name, received, context));
  }
}
