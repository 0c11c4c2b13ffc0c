import { expect, type Page, type WebSocketRoute } from '@playwright/test';

/** The live connection of one browser, which a spec can cut. Create it before the page that uses it is opened. */
export class LiveLine {
  private readonly open = new Set<WebSocketRoute>();
  /** What the page is sent in place of the API's own messages, by their event. */
  private readonly replaced = new Map<string, string>();
  private isCut = false;

  private constructor() {}

  static async of(page: Page): Promise<LiveLine> {
    const line = new LiveLine();
    await page.context().routeWebSocket(/EIO=/, (socket) => line.connect(socket));
    await page.context().route(/EIO=.*transport=polling/, (route) => (line.isCut ? route.abort() : route.continue()));
    return line;
  }

  /** Drops the connection and refuses new ones until `restore`. The page stays online. */
  async cut(): Promise<void> {
    this.isCut = true;
    for (const socket of this.open) await socket.close({ code: 3000 });
    this.open.clear();
  }

  /**
   * Sends a message to the page as the API would, again and again until `isReceived` passes: a page that has just become live may replace
   * its connection, and receives nothing that was sent over the one before.
   */
  async sendUntil(
    event: string,
    message: object,
    isReceived: (within: { timeout: number }) => Promise<void>,
  ): Promise<void> {
    const sending = async () => {
      this.send(event, message);
      await isReceived({ timeout: 5_000 });
    };
    await expect(sending).toPass({ timeout: 120_000 });
  }

  /** Sends a message to the page as the API would. */
  private send(event: string, message: object): void {
    for (const socket of this.open) socket.send(packet(event, message));
  }

  /** Sends a message, also in place of each such message that the API sends from now on, for instance when the page connects again. */
  sendFromNowOn(event: string, message: object): void {
    this.replaced.set(event, packet(event, message));
    this.send(event, message);
  }

  restore(): void {
    this.isCut = false;
  }

  private connect(socket: WebSocketRoute): void {
    if (this.isCut) return void socket.close({ code: 3000 });
    socket.connectToServer().onMessage((message) => {
      const [, event = ''] = /^42\["([^"]+)"/.exec(message.toString()) ?? [];
      socket.send(this.replaced.get(event) ?? message);
    });
    this.open.add(socket);
  }
}

/** An event of socket.io on the wire. */
const packet = (event: string, message: object) => `42${JSON.stringify([event, message])}`;

/** Waits until the page shows that its live connection works. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
}
