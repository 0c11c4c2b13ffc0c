import compression from 'compression';
import { constants } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Bytes. Below this, compression does not make a response arrive sooner. */
const MIN_COMPRESSED_BYTES = 1_000;
/** From 0 to 11. Saves three quarters of what 11 saves, and takes a tenth of a millisecond for a page of a list. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the API's own pages and JSON. An attacker can guess a secret by the size of a compressed response (BREACH) only if the
 * response contains both the secret and text of the attacker, and if a foreign page can request it. API calls carry their token in a
 * header, which a foreign page cannot set. Only the identity provider's responses contain tokens, and they are proxied before this
 * middleware (docs/decisions/0027-what-is-compressed.md).
 */
export const compressResponses: RequestHandler = compression({
  threshold: MIN_COMPRESSED_BYTES,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
});
