import { createServer } from 'node:net';
import { Refusal } from './project.mjs';

const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/** Throws a `Refusal` if something already listens there, or if the address is none of this machine. */
export async function refuseTakenPort(host, port) {
  await listen(host, port).catch((error) => {
    if (NO_ADDRESS.includes(error.code))
      throw new Refusal(`HOST=${host} is no address of this machine (${error.code}).`);
    const why =
      { EADDRINUSE: 'is taken', EACCES: 'may not be used by this user' }[error.code] ?? `fails (${error.code})`;
    throw new Refusal(`Port ${port} ${why}: end what uses it, or choose another one with PORT=….`);
  });
}

/** As many different free ports as asked for, on the loopback address. */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => hold('127.0.0.1', 0)));
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
