import { LIVE_PATH } from '@throughline/contracts';
import type { ManagerOptions, Socket } from 'socket.io-client';

export type Transport = 'websocket' | 'polling';

/**
 * A proxy may accept a connection, or even its first packets, and then pass nothing on. Socket.io itself only limits the time to the first
 * packet.
 */
export const ANSWER_LIMIT_MS = 5_000;
/** A connection that is lost within this time may have been cut by a proxy. */
export const STEADY_MS = 30_000;
/**
 * How long a connection by polling waits before it first checks whether WebSockets work. Each further pause is twice as long, up to the
 * last one.
 */
export const FIRST_TRIAL_MS = 10_000;
const LAST_TRIAL_MS = 5 * 60_000;

/** The part of a socket.io socket that is used here. */
export type WatchedSocket = Pick<Socket, 'connected' | 'connect' | 'disconnect' | 'on'> & {
  readonly io: {
    readonly opts: Partial<Pick<ManagerOptions, 'transports'>>;
    readonly engine: { readonly transport: { readonly name: string } };
    on(event: 'open' | 'close' | 'error', listener: (reason?: string | Error) => void): unknown;
  };
};

interface Transports {
  /** The transport that an earlier page of this tab used. */
  readonly first: Transport | null;
  readonly onChosen: (first: Transport) => void;
  /** Resolves with whether a WebSocket carries messages for STEADY_MS. */
  readonly tryWebSocket: () => Promise<boolean>;
}

/**
 * Chooses the transport with which an attempt to connect begins. Socket.io switches to the other one if the first is refused. This also
 * switches after an attempt without an answer, and after a connection that did not last, as behind proxies that swallow or cut WebSockets.
 * The two alternate until one works: polling needs all requests to reach the same API node, which WebSockets do not. While a connection
 * polls, a WebSocket is tried beside it at intervals, and replaces it when it works.
 *
 * Returns whether a working connection is being replaced right now.
 */
export function chooseTransport(socket: WatchedSocket, { first, onChosen, tryWebSocket }: Transports): () => boolean {
  const { io } = socket;
  const now = { openedAt: null as number | null, isReplacing: false };
  let answerLimit: ReturnType<typeof setTimeout> | undefined;
  let trial: ReturnType<typeof setTimeout> | undefined;
  const begins = () => io.opts.transports?.[0] as Transport;
  const beginWith = (transport: Transport) => {
    io.opts.transports = transport === 'websocket' ? ['websocket', 'polling'] : ['polling', 'websocket'];
    onChosen(transport);
  };
  const takeTurns = () => beginWith(begins() === 'websocket' ? 'polling' : 'websocket');
  const connectAgain = () => socket.disconnect().connect();

  const tryLater = (pauseMs: number) => {
    trial = setTimeout(() => {
      const { openedAt } = now;
      void tryWebSocket().then((works) => {
        if (now.openedAt !== openedAt) return; // The connection has been replaced meanwhile.
        if (!works) return tryLater(Math.min(2 * pauseMs, LAST_TRIAL_MS));
        now.isReplacing = true;
        beginWith('websocket');
        connectAgain();
      });
    }, pauseMs);
  };

  io.on('error', (error) => {
    if (error instanceof Error && error.message === 'timeout') takeTurns();
  });
  io.on('open', () => {
    now.openedAt = performance.now();
    beginWith(io.engine.transport.name as Transport);
    answerLimit = setTimeout(() => {
      takeTurns();
      connectAgain();
    }, ANSWER_LIMIT_MS);
  });
  socket.on('connect', () => {
    clearTimeout(answerLimit);
    now.isReplacing = false;
    if (begins() === 'polling') tryLater(FIRST_TRIAL_MS);
  });
  io.on('close', (reason) => {
    clearTimeout(answerLimit);
    clearTimeout(trial);
    const lastedMs = performance.now() - (now.openedAt ?? 0);
    // Counts only if this page did not close it.
    if (reason !== 'forced close' && lastedMs < STEADY_MS) takeTurns();
    now.openedAt = null;
  });
  beginWith(first ?? 'websocket');
  return () => now.isReplacing;
}

/** Opens a WebSocket to the API and answers its pings, like socket.io. */
export function tryWebSocket(): Promise<boolean> {
  return new Promise((resolve) => {
    const trial = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${LIVE_PATH}/?EIO=4&transport=websocket`);
    let isHeard = false;
    const end = (works: boolean) => {
      clearTimeout(limit);
      resolve(works);
      trial.close();
    };
    const limit = setTimeout(() => end(isHeard), STEADY_MS);
    trial.onmessage = ({ data }) => {
      isHeard = true;
      if (data === PING) trial.send(PONG);
    };
    trial.onclose = () => end(false);
  });
}

/** Packet types of engine.io. */
const PING = '2';
const PONG = '3';
