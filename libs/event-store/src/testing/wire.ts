import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network between a store and its engine that can be made to fail, and that counts what comes back. */
export class Wire implements AsyncDisposable {
  #sockets = new Set<Socket>();
  #losing = false;
  #bytes = 0;

  private constructor(
    private readonly server: Server,
    private readonly enginePort: number,
  ) {
    server.on('connection', (store) => this.#join(store));
  }

  static async to(enginePort: number): Promise<Wire> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Wire(server, enginePort);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** What the engine has sent so far. */
  get bytesFromEngine(): number {
    return this.#bytes;
  }

  /** From now on questions arrive and answers do not. */
  loseAnswers(): void {
    this.#losing = true;
  }

  /** Breaks every connection; new ones work. */
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
    const engine = connect(this.enginePort, '127.0.0.1');
    for (const [one, other] of [
      [store, engine],
      [engine, store],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        this.#sockets.delete(one);
      });
    }
    store.pipe(engine);
    engine.on('data', (answer) => {
      this.#bytes += answer.length;
      if (this.#losing || store.destroyed) return;
      if (!store.write(answer)) engine.pause();
    });
    store.on('drain', () => engine.resume());
  }
}
