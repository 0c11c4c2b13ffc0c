import { Inject, Injectable } from '@nestjs/common';
import { readToken, signToken } from '@throughline/platform';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { HttpError } from '../http/http-error.js';

export interface LinkedFile {
  /** A link to a file of one kind is none to a file of another. */
  readonly kind: 'file' | 'evidence';
  readonly referralId: string;
  readonly fileId: string;
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

  sign({ kind, referralId, fileId, userId, sessionHash }: LinkedFile, now = Date.now()): string {
    const expiresAt = new Date(now + LINK_LIFETIME_MS);
    const parts = [referralId, fileId, userId, sessionHash ?? ''];
    return signToken(this.config.secretKey, `${kind} link`, { parts, expiresAt });
  }

  /** Undefined for a token of another kind, one that was not signed here, was altered, or has expired. */
  verify(kind: LinkedFile['kind'], token: string, now = Date.now()): LinkedFile | undefined {
    const parts = readToken(this.config.secretKey, `${kind} link`, token, new Date(now)) ?? [];
    const [referralId, fileId, userId, sessionHash] = parts;
    if (referralId === undefined || fileId === undefined || userId === undefined) return undefined;
    return { kind, referralId, fileId, userId, sessionHash: sessionHash || null };
  }
}

export const linkExpired = () =>
  new HttpError(404, 'file/link-expired', 'This link has expired. Please open the file again.');

export const notAsStored = () =>
  new HttpError(409, 'file/not-as-stored', 'This file is not there any more as it was stored. Please contact us.');

/**
 * The Content-Disposition of a download, whose name begins with the referral's id. `filename*` (RFC 6266) has letters of all languages; a
 * program that does not read it gets the name without them.
 */
export function dispositionOf(referralId: string, fileName: string): string {
  const name = fileName.includes(referralId) ? fileName : `${referralId} ${fileName}`;
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
