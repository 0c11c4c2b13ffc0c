import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Engines } from '../engine/engines.js';
import { z } from 'zod';

const linked = z.object({ referralId: z.string(), fileId: z.number().int(), until: z.number() });
export type LinkedFile = Pick<z.output<typeof linked>, 'referralId' | 'fileId'>;

const LIFE_MS = 60_000;

/** Leave to fetch one file for a minute: a browser follows a link without the token that the portal's own calls carry. */
@Injectable()
export class FileLinks {
  constructor(private readonly engines: Engines) {}

  sign({ referralId, fileId }: LinkedFile, now = Date.now()): string {
    const said = Buffer.from(JSON.stringify({ referralId, fileId, until: now + LIFE_MS })).toString('base64url');
    return `${said}.${this.signature(said)}`;
  }

  /** Undefined for one that was not signed here, was changed, or is too old. */
  verify(token: string, now = Date.now()): LinkedFile | undefined {
    const [said = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.signature(said));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { until, ...file } = linked.parse(JSON.parse(Buffer.from(said, 'base64url').toString()));
    return now < until ? file : undefined;
  }

  private signature(said: string): string {
    return createHmac('sha256', this.engines.config.secretKey).update(`file link\n${said}`).digest('base64url');
  }
}
