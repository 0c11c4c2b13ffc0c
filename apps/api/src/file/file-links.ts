import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { KeyedHash } from '../engines/keyed-hash.js';

/** `until`: ms since 1970. */
const payload = z.object({ referralId: z.string(), fileId: z.number().int(), until: z.number() });
export type LinkedFile = Pick<z.output<typeof payload>, 'referralId' | 'fileId'>;

const LINK_LIFETIME_MS = 60_000;

/** Signed links to one file each. The link is the permission, because a browser that follows it sends no access token. */
@Injectable()
export class FileLinks {
  constructor(private readonly hash: KeyedHash) {}

  sign({ referralId, fileId }: LinkedFile, now = Date.now()): string {
    const content = { referralId, fileId, until: now + LINK_LIFETIME_MS };
    const encoded = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${encoded}.${this.signature(encoded)}`;
  }

  /** Undefined for a token that was not signed here, was altered, or has expired. */
  verify(token: string, now = Date.now()): LinkedFile | undefined {
    const [encoded = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.signature(encoded));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { until, ...file } = payload.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    return now < until ? file : undefined;
  }

  private signature(encoded: string): string {
    return this.hash.of('file link', encoded);
  }
}
