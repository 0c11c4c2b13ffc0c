import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Injectable,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { caseId, fileRoutes, uploadedFileName } from '@throughline/contracts';
import type { Request } from 'express';
import { parse } from '../http/parse.js';
import { refuseUnknownParameters } from '../http/unknown-fields.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { PdfUploadInterceptor } from './pdf-upload.interceptor.js';
import { UploadFileRequest } from './upload-file.js';

/**
 * Refuses an upload before any of its body is read, and checks again afterwards. If the read models do not have the referral yet, its owner
 * is read from the log, so that a person can attach files right after submitting, on any node.
 */
@Injectable()
class UploadGuard implements CanActivate {
  constructor(private readonly referrals: ReadableReferrals) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { params, query } = request;
    refuseUnknownParameters(fileRoutes.upload, query);
    parse(fileRoutes.upload.query, query);
    parse(uploadedFileName, params['name']);
    const referralId = parse(caseId, params['id']);
    const requireReferral = () => this.referrals.requireSubmitted(request.caller, referralId);
    request.permissionChecks?.push(requireReferral);
    await requireReferral();
    return true;
  }
}

/**
 * Uploads by callers that may read the referral, and by the browser that has just submitted it. Guard and interceptor belong to the class,
 * so they run before the idempotency of the method, which hashes the received file.
 */
@Controller()
@UseGuards(UploadGuard)
@UseInterceptors(PdfUploadInterceptor)
export class UploadController {
  constructor(private readonly commands: CommandBus) {}

  @Serves(fileRoutes.upload)
  upload({ params, query, context }: RouteRequest<typeof fileRoutes.upload>, @Req() { received }: Request) {
    if (!received) throw new Error('No file was received.');
    return this.commands.execute(new UploadFileRequest(params.id, params.name, query.fileType, received, context));
  }
}
