import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { Benefits } from './benefits.js';
import { CaseReads } from './case-reads.js';
import { FileLinks } from './file-links.js';
import { LookUpTickets } from './look-up-tickets.js';
import { OpenLookUps } from './open-look-ups.js';
import { ReadableReferrals } from './readable-referrals.js';
import { SubmitterPasses } from './submitter-pass.js';

const PROVIDED = [Benefits, CaseReads, FileLinks, LookUpTickets, OpenLookUps, ReadableReferrals, SubmitterPasses];

/** Decides who may read which referral: by sign-in, by an open look-up, or by the pass of the browser that submitted it. */
@Module({ imports: [AccessLogModule, RateLimitModule], providers: PROVIDED, exports: PROVIDED })
export class ReferralAccessModule {}
