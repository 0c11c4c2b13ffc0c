import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { repeatedNameIn } from '@throughline/platform';
import { json, urlencoded } from 'express';
import { malformedBody } from './okta-error.js';

/** Throws E0000003 for bytes that are not UTF-8: decoding would replace them, so that different passwords would become equal. */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string): void {
  if (charset !== 'utf-8' || !isUtf8(body)) throw malformedBody();
}

/** Also throws E0000003 for an object that has a name twice, because all but the last of its values would be dropped. */
function requireReadable(request: IncomingMessage, response: ServerResponse, body: Buffer, charset: string): void {
  requireUtf8(request, response, body, charset);
  if (repeatedNameIn(body.toString()) !== null) throw malformedBody();
}

/** Parses the JSON body of a request. */
export const jsonBody = () => json({ verify: requireReadable });

/** Parses the form of a request. */
export const formBody = () => urlencoded({ extended: false, verify: requireUtf8 });
