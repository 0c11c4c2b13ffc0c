import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';

/**
 * Replaces Caddy in front of the nodes, but stricter: each request goes to the next node, so that two consecutive requests of a person
 * never reach the same one. Adds the client's address, like every proxy.
 */
export async function startProxy(port: number, nodes: readonly string[]): Promise<Server> {
  let count = 0;
  const proxy = createServer((incoming, outgoing) => {
    const node = nodes[count++ % nodes.length] ?? '';
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const passedOn = request(node + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passedOn);
  });
  await once(proxy.listen(port, 'localhost'), 'listening');
  return proxy;
}
