import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ANSWER_LIMIT_MS, chooseTransport, FIRST_TRIAL_MS, STEADY_MS, type WatchedSocket } from './transport.js';

type Listener = (reason?: string | Error) => void;

/** The end of socket.io: decides whether the attempts to connect succeed. */
function setUp({ first = null as 'polling' | null, webSocketWorks = false } = {}) {
  const listeners = new Map<string, Listener>();
  const on = (event: string, listener: Listener) => listeners.set(event, listener);
  const opts: WatchedSocket['io']['opts'] = {};
  const engine = { transport: { name: '' } };
  const connectedAgain = jest.fn();
  const socket = {
    connected: false,
    on,
    disconnect: () => {
      closed('forced close');
      return socket;
    },
    connect: connectedAgain,
    io: { opts, engine, on },
  };
  const chosen: string[] = [];
  const isReplacing = chooseTransport(socket as unknown as WatchedSocket, {
    first,
    onChosen: (transport) => chosen.push(transport),
    tryWebSocket: () => Promise.resolve(webSocketWorks),
  });
  const closed = (reason: string) => {
    socket.connected = false;
    listeners.get('close')?.(reason);
  };
  return {
    closed,
    connectedAgain,
    isReplacing,
    chosen,
    begins: () => opts.transports?.[0],
    notAnswered: () => listeners.get('error')?.(new Error('timeout')),
    refused: () => listeners.get('error')?.(new Error('websocket error')),
    opened: (name = opts.transports?.[0]) => {
      engine.transport.name = String(name);
      listeners.get('open')?.();
    },
    connected: () => {
      socket.connected = true;
      listeners.get('connect')?.();
    },
  };
}

describe('The transport of the live connection', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is WebSocket at first, and what an earlier page of the tab found to work after that', () => {
    expect(setUp().begins()).toBe('websocket');
    expect(setUp({ first: 'polling' }).begins()).toBe('polling');
  });

  it('is polling after an attempt that was not answered, and again WebSocket where polling fails too', () => {
    const { notAnswered, begins } = setUp();
    notAnswered();
    expect(begins()).toBe('polling');
    notAnswered();
    expect(begins()).toBe('websocket');
  });

  it('stays while nothing answers at all: the API is away', () => {
    const { refused, begins } = setUp();
    refused();
    expect(begins()).toBe('websocket');
  });

  it('is the other one when the connection opens, but is not answered', () => {
    const { opened, begins, connectedAgain } = setUp();
    opened();
    jest.advanceTimersByTime(ANSWER_LIMIT_MS);
    expect(begins()).toBe('polling');
    expect(connectedAgain).toHaveBeenCalledTimes(1);
  });

  it('is the other one after a connection that was cut soon, also by turns', () => {
    const { opened, connected, closed, begins } = setUp();
    for (const next of ['polling', 'websocket', 'polling']) {
      opened();
      connected();
      jest.advanceTimersByTime(STEADY_MS - 1);
      closed('transport close');
      expect(begins()).toBe(next);
    }
  });

  it('stays after a connection that lasted, and after one that the page closed itself', () => {
    const { opened, connected, closed, begins } = setUp();
    opened();
    connected();
    closed('forced close');
    opened();
    connected();
    jest.advanceTimersByTime(STEADY_MS);
    closed('transport close');
    expect(begins()).toBe('websocket');
  });

  it('is what the connection found by itself', () => {
    const { opened, begins, chosen } = setUp();
    opened('polling');
    expect(begins()).toBe('polling');
    expect(chosen).toEqual(['websocket', 'polling']);
  });

  it('is WebSocket again when one works beside a connection that polls', async () => {
    const { opened, connected, begins, connectedAgain, isReplacing } = setUp({
      first: 'polling',
      webSocketWorks: true,
    });
    opened();
    connected();
    await jest.advanceTimersByTimeAsync(FIRST_TRIAL_MS);
    expect(begins()).toBe('websocket');
    expect(connectedAgain).toHaveBeenCalledTimes(1);
    expect(isReplacing()).toBe(true);
    opened();
    connected();
    expect(isReplacing()).toBe(false);
    await jest.advanceTimersByTimeAsync(20 * FIRST_TRIAL_MS);
    expect(connectedAgain).toHaveBeenCalledTimes(1);
  });

  it('stays polling while none works', async () => {
    const { opened, connected, begins, connectedAgain } = setUp({ first: 'polling' });
    opened();
    connected();
    await jest.advanceTimersByTimeAsync(20 * FIRST_TRIAL_MS);
    expect(begins()).toBe('polling');
    expect(connectedAgain).not.toHaveBeenCalled();
  });
});
