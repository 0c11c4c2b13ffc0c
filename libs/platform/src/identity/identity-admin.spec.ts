import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { findUser, manage } from './identity-admin.js';

/** A port on which no server listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('A call to the identity provider', () => {
  it('says in one line which provider cannot be used, and why, without the token', async () => {
    const port = await closedPort();
    const identity = { url: `http://127.0.0.1:${port}`, token: 'a-secret' };
    const message = `The identity provider (127.0.0.1:${port}) cannot be used: nothing listens at its address`;
    await expect(findUser(identity, 'ana')).rejects.toThrow(message);
    await expect(manage(identity, 'POST', '/api/v1/anything')).rejects.toThrow(message);
  });
});
