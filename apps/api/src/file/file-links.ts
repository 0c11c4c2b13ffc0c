import { Inject, Injectable } from '@nestjs/common';
import { readToken, signToken } from '@throughline/platform';
import { type ApiConfig, CONFIG } from '../engines/engines.js';

export interface LinkedFile {
  readonly referralId: string;
  readonly fileId: number;
  /** The person for whom the link was made. */
  readonly userId: string;
  /** The `sessionHash` of their request; null if it had none. */
  readonly sessionHash: string | null;
}

const LINK_LIFETIME_MS = 60_000;

/** Signed links, each for one person and one file. The link proves who follows it, because a browser then sends no access token. */
@Injectable()
export class FileLinks {
  constructor(@Inject(CONFIG) private readonly config: Pick<ApiConfig, 'secretKey'>) {}

  sign({ referralId, fileId, userId, sessionHash }: LinkedFile, now = Date.now()): string {
    const expiresAt = new Date(now + LINK_LIFETIME_MS);
    const parts = [referralId, String(fileId), userId, sessionHash ?? ''];
    return signToken(this.config.secretKey, 'file link', { parts, expiresAt });
  }

  /** Undefined for a token that was not signed here, was altered, or has expired. */
  verify(token: string, now = Date.now()): LinkedFile | undefined {
    const parts = readToken(this.config.secretKey, 'file link', token, new Date(now)) ?? [];
    const [referralId, fileId, userId, sessionHash] = parts;
    if (referralId === undefined || userId === undefined) return undefined;
    return { referralId, fileId: Number(fileId), userId, sessionHash: sessionHash || null };
  }
}
