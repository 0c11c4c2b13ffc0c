import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { readQuery, referralId, uploadedFileName } from '@throughline/contracts';
import type { Request } from 'express';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import { parse } from '../http/shape.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** Not a byte of a file is taken from who may not attach it, nor for a name that it cannot have. */
@Injectable()
export class MayUploadGuard implements CanActivate {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { params, query, caller } = context.switchToHttp().getRequest<Request>();
    const { minPosition } = parse(readQuery, query);
    parse(uploadedFileName, params['name']);
    const id = parse(referralId, params['id']);
    await readAt(this.engines, minPosition, () => this.referrals.requireSubmission(caller, id));
    return true;
  }
}
