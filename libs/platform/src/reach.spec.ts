import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { reach, reachPostgres, reachRedis } from './reach.js';

const closings: (() => void)[] = [];
afterEach(() => closings.splice(0).forEach((close) => close()));

/** A server that answers each Redis command, and any other bytes, with `answer`, and closes the connection. Resolves with its host and port. */
async function listening(answer: string): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        const commands = bytes.toString('latin1').match(/^\*\d/gm)?.length ?? 1;
        socket.end(answer.repeat(commands));
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A port that was free a moment ago. */
async function nothing(): Promise<string> {
  const address = await listening('');
  closings.pop()?.();
  return address;
}

describe.each([
  ['PostgreSQL', reachPostgres, 'postgres'],
  ['Redis', reachRedis, 'redis'],
] as const)('%s that cannot be used', (_, reachEngine, scheme) => {
  const reason = (host: string) =>
    reachEngine(`${scheme}://somebody:hush@${host}/7`).then(
      () => 'it can be used',
      (error: Error) => error.message,
    );

  it('because nothing listens at its address', async () => {
    expect(await reason(await nothing())).toBe('nothing listens at its address');
  });

  it('because its host is unknown', async () => {
    // A name below .invalid never exists (RFC 2606); without a network the look-up itself fails.
    expect(await reason('nowhere.invalid')).toMatch(/^its host name (is unknown|cannot be looked up at present)$/);
  });

  it('because something else answers there', async () => {
    expect(await reason(await listening('HTTP/1.1 400 Bad Request\r\n\r\n'))).toBe(
      'what answers at its address does not speak its protocol',
    );
  });

  it.each(['hush:hush#hush@127.0.0.1', '127.0.0.1:99999'])(
    'because it is no URL, which is not repeated: %s',
    async (host) => {
      expect(await reason(host)).toMatch(/^it is no valid URL \(in a name or a password # is written %23/);
    },
  );
});

describe('A Redis that refuses access', () => {
  it.each([
    ['-NOAUTH Authentication required.\r\n', 'its server asks for a password'],
    ['-WRONGPASS invalid username-password pair or user is disabled.\r\n', 'its user or its password is wrong'],
  ])('says why: %j', async (answer, why) => {
    await expect(reachRedis(`redis://:hush@${await listening(answer)}`)).rejects.toThrow(why);
  });
});

describe('Reaching', () => {
  it('ends where nothing ever answers', async () => {
    await expect(reach(() => new Promise(() => undefined), 20)).rejects.toThrow('it does not answer within 0.02 s');
  });

  it('omits the text of an unknown error', async () => {
    await expect(reach(() => Promise.reject(new Error('postgres://somebody:hush@host failed')))).rejects.toThrow(
      'what answers at its address does not speak its protocol',
    );
  });
});
