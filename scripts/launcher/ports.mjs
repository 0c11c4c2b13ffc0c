import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './project.mjs';

const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/** Ports that browsers and Node's own fetch block: the “bad ports” of the Fetch standard. */
const BLOCKED = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const MAX_ATTEMPTS = 1_000;

/** Throws a `StartError` for a port at which no browser would open the console. */
export function refuseBlockedPort(port) {
  if (BLOCKED.has(port)) throw new StartError(`Port ${port} is blocked by browsers: choose another one with PORT=….`);
}

/** Throws a `StartError` if the port is taken, or if the address does not belong to this machine. */
export async function refuseTakenPort(host, port) {
  await listen(host, port).catch((error) => {
    if (NO_ADDRESS.includes(error.code))
      throw new StartError(`HOST=${host} is no address of this machine (${error.code}).`);
    const why =
      { EADDRINUSE: 'is taken', EACCES: 'may not be used by this user' }[error.code] ?? `fails (${error.code})`;
    throw new StartError(`Port ${port} ${why}: end what uses it, or choose another one with PORT=….`);
  });
}

/**
 * `count` different free ports on the loopback address. They are below the range from which systems assign ports to outgoing connections
 * and to servers that ask for any port, so that no other process gets one of them before the app that it is for listens.
 */
export async function freePorts(count) {
  const servers = [];
  for (let attempt = 0; servers.length < count; attempt++) {
    const server = await hold('127.0.0.1', randomInt(20_000, 32_000)).catch((error) => {
      if (attempt === MAX_ATTEMPTS) throw error;
    });
    if (server) servers.push(server);
  }
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map(close));
  return ports;
}

const listen = async (host, port) => close(await hold(host, port));

const hold = (host, port) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen({ host, port }, () => resolve(server));
  });

const close = (server) => new Promise((resolve) => server.close(resolve));
