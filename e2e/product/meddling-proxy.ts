import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a proxy of an office does to WebSockets. Everything else it passes on. */
export type Meddling = 'none' | 'never answers' | 'swallows frames' | 'cuts them off';

/** Longer than the first packets of a connection take. */
const CUT_AFTER_MS = 2_000;

/** A proxy between a browser and the product, which does to each new WebSocket what `meddling` says. */
export class MeddlingProxy {
  meddling: Meddling = 'none';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly product: URL,
  ) {}

  static async before(origin: string): Promise<MeddlingProxy> {
    const server = createServer();
    const proxy = new MeddlingProxy(server, new URL(origin));
    server.on('connection', (socket) => proxy.serve(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serve(browser: Socket): void {
    this.keep(browser);
    browser.once('data', (head) => {
      const meddling = /^upgrade: websocket/im.test(head.toString('latin1')) ? this.meddling : 'none';
      if (meddling === 'never answers') return;
      const product = this.keep(connect(Number(this.product.port), this.product.hostname));
      product.write(head);
      if (meddling === 'swallows frames') return void product.once('data', (answer) => browser.write(answer));
      browser.pipe(product).pipe(browser);
      if (meddling === 'cuts them off') setTimeout(() => browser.destroy(), CUT_AFTER_MS);
    });
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    return socket;
  }
}
