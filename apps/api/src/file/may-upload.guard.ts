import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { readQuery, referralId, uploadedFileName } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import type { Request } from 'express';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';
import { parse } from '../http/shape.js';
import type { Caller } from '../identity/caller.js';
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
    await this.require(caller, id, minPosition);
    return true;
  }

  /** Who has just sent the order is not told that there is none of it: the read models, which say whose it is, may be behind. */
  private async require(caller: Caller, referralId: string, minPosition: number): Promise<void> {
    const { db, store } = this.engines;
    const isKnown = await waitUntilProjected(db, minPosition);
    try {
      await this.referrals.requireSubmission(caller, referralId);
    } catch (error) {
      const isHidden = error instanceof Refusal && error.status === 404;
      if (isHidden && !isKnown && minPosition <= (await store.head())) throw notYet();
      throw error;
    }
  }
}

const notYet = () =>
  new Refusal(503, 'service/unavailable', 'The referral cannot take files yet. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });
