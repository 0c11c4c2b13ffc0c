import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** Version 5 (RFC 9562): the same namespace and name give the same UUID on every machine. */
export function nameBasedUuid(namespace: string, name: string): string {
  if (!isUuid(namespace)) throw new TypeError(`Not a UUID: ${namespace}`);
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The id of a command that an event causes: it is the same however often the worker processes the event.
 * `name` distinguishes the commands that one event may cause, for example `open-first-task`.
 */
export function derivedCommandId(causingEventId: string, name: string): string {
  return nameBasedUuid(causingEventId, name);
}
