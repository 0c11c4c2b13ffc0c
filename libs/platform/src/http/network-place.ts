import { isIP, isIPv6 } from 'node:net';

/** All texts that are not an IP address count as one address, and as one place. */
const UNKNOWN = 'unknown';

/** An IP address as written by a proxy, without the port and brackets that it may add. */
export function bareAddress(written: string): string {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(written) ?? [];
  const address = bracketed ?? withPort ?? written;
  return isIP(address) === 0 ? UNKNOWN : address;
}

/** The part of an address that belongs to one household or host: the /64 of an IPv6 address, a whole IPv4 address. */
export const placeOf = (address: string): string => prefixOf(address, 4);

/** The part of an address that may belong to one customer of a network provider: the /48 of an IPv6 address, a whole IPv4 address. */
export const networkOf = (address: string): string => prefixOf(address, 3);

/** The first `groupsKept` groups of an IPv6 address, or a whole IPv4 address. */
function prefixOf(written: string, groupsKept: number): string {
  const address = bareAddress(written);
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const given = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - given.length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...given]
    .slice(0, groupsKept)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
