import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { until } from '@throughline/platform/testing';

/** A network between a store and its engine that can be made to fail, and that counts the bytes of the answers. */
export class Wire implements AsyncDisposable {
  #sockets = new Set<Socket>();
  #losing = false;
  #frozen = false;
  #bytes = 0;

  private constructor(
    private readonly server: Server,
    private readonly engine: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (store) => this.#join(store));
  }

  /** `at` is the port that it listens on; any free one by default. */
  static async to(port: number, { host = '127.0.0.1', at = 0 } = {}): Promise<Wire> {
    return new Wire(await listening(at), { host, port });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** What the engine has sent so far. */
  get bytesFromEngine(): number {
    return this.#bytes;
  }

  /** From now on requests arrive and answers do not. */
  loseAnswers(): void {
    this.#losing = true;
  }

  /** Like a stopped engine process: connections are accepted, and nothing passes in either direction until `thaw`. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Lets data through again; data that was sent while the wire was frozen arrives now. */
  thaw(): void {
    this.#frozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Breaks every connection; new connections work. */
  cut(): void {
    this.#losing = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  #join(store: Socket): void {
    const engine = connect(this.engine);
    for (const [one, other] of [
      [store, engine],
      [engine, store],
    ] as const) {
      this.#sockets.add(one);
      // Without Nagle's algorithm, the wire adds no delay of its own.
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        this.#sockets.delete(one);
      });
    }
    this.#pass(store, engine, (request) => engine.write(request));
    this.#pass(engine, store, (answer) => {
      this.#bytes += answer.length;
      return this.#losing || store.write(answer);
    });
  }

  #pass(from: Socket, to: Socket, write: (bytes: Buffer) => boolean): void {
    from.on('data', (bytes: Buffer) => {
      if (!to.destroyed && !write(bytes)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#frozen) from.resume();
    });
    from.on('end', () => to.end());
    if (this.#frozen) from.pause();
  }
}

/** A connection of some other process may have a port for a moment that a server had before. */
async function listening(port: number): Promise<Server> {
  let server: Server | undefined;
  await until(`port ${port} is free`, async () => {
    const opened = createServer().listen(port, '127.0.0.1');
    try {
      await once(opened, 'listening');
      server = opened;
    } catch (error) {
      if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    return server !== undefined;
  });
  return server!;
}
