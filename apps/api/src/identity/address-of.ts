import type { IncomingMessage } from 'node:http';

/**
 * The network address of who asks. Of X-Forwarded-For only what our own reverse proxies wrote is believed, the last `proxyHops`
 * entries: the rest is whatever the caller says.
 */
export function addressOf({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join();
  const hops = [...forwarded.split(',').map((hop) => hop.trim()), socket.remoteAddress ?? ''].filter(
    (hop) => hop !== '',
  );
  return hops.at(-1 - proxyHops) ?? hops[0] ?? '';
}
