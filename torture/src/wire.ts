import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between clients and a server. When it is cut, every connection breaks, and answers on their way are lost. */
export class Wire {
  private readonly connections = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  /** Connects to a port of this machine. */
  static async to(port: number): Promise<Wire> {
    const server = createServer();
    const wire = new Wire(server);
    server.on('connection', (near) => {
      const far = connect(port, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        wire.connections.add(one);
        one.setNoDelay(true);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          wire.connections.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return wire;
  }

  get origin(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The wire is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** New connections are possible at once. */
  cut(): void {
    for (const connection of this.connections) connection.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}
