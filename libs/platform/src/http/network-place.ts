import { isIPv6 } from 'node:net';

/** The part of an address that one household or host has: the /64 of an IPv6 address, a whole IPv4 address. */
export const placeOf = (address: string): string => prefixOf(address, 4);

/** The part of an address that one customer of a network provider may have: the /48 of an IPv6 address, a whole IPv4 address. */
export const networkOf = (address: string): string => prefixOf(address, 3);

/** The first `groupsKept` groups of an IPv6 address; any other address unchanged. */
function prefixOf(address: string, groupsKept: number): string {
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
