import { writeSync } from 'node:fs';

/** Prints one line, if possible, and ends with exit code 1. For `start().catch(fail)`: of an error it prints the message. */
export function fail(reason: unknown): never {
  const text = reason instanceof Error ? reason.message : String(reason);
  try {
    writeSync(2, `${text.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  } catch {
    // Without a reader, or on a full disk, the message is lost.
  }
  process.exit(1);
}

/** The part of a logger that uncaught errors need. */
interface FatalLog {
  error(described: { readonly err: unknown }, message: string): void;
  fatal(described: { readonly err: unknown; readonly origin: string }, message: string): void;
}

const closings: (() => Promise<unknown> | unknown)[] = [];
let closing = false;
let exitCode = 0;
/** The time for all closing functions together, in milliseconds. */
let shutdownTimeoutMs = 10_000;

/**
 * Runs `close` when the process receives SIGTERM, SIGINT or SIGHUP, the last registered function first, and then ends the process: with 0,
 * or with 1 if that failed or took over `timeoutMs` (10 s). A second signal changes nothing: npm forwards a Ctrl-C that the terminal has
 * sent already.
 */
export function onShutdown(close: () => Promise<unknown> | unknown, { timeoutMs = shutdownTimeoutMs } = {}): void {
  if (closings.push(close) > 1) return;
  shutdownTimeoutMs = timeoutMs;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, shutDown);
}

function shutDown(): void {
  if (closing) return;
  closing = true;
  setTimeout(() => fail(`Did not stop within ${shutdownTimeoutMs / 1000} s.`), shutdownTimeoutMs).unref();
  void closeAll().then(() => process.exit(exitCode), fail);
}

async function closeAll(): Promise<void> {
  for (const close of closings.reverse()) await close();
}

/**
 * An uncaught exception, an unhandled rejection, or an `error` event without a listener leaves the process in an unknown state: it is
 * logged with its name and stack, and the process shuts down as after a signal, with exit code 1. The exception are rejections for which
 * `isStray` is true: they are logged, and the process continues. Returns a function that removes the handlers.
 */
export function endOnUncaught(log: FatalLog, isStray: (rejection: unknown) => boolean = () => false): () => void {
  const onUncaught: NodeJS.UncaughtExceptionListener = (error, origin) => {
    if (origin === 'unhandledRejection' && isStray(error)) {
      log.error({ err: error }, 'a library dropped this rejection of its own');
      return;
    }
    exitCode = 1;
    try {
      log.fatal({ err: error, origin }, 'nobody caught this; the process ends');
    } catch {
      // The process ends even if nothing can be logged.
    }
    shutDown();
  };
  process.on('uncaughtException', onUncaught);
  return () => void process.off('uncaughtException', onUncaught);
}

/** Tells the parent over the IPC channel that this child listens. Until then, another process may be answering on its port. */
export function announceListening(): void {
  // If the parent ends at this moment, `disconnect` is emitted.
  if (process.connected) process.send?.('listening', undefined, undefined, () => undefined);
}

const ORPHAN_TIMEOUT_MS = 3_000;

/** In a child process with an IPC channel: shuts down when the parent has ended. Does nothing without a channel. */
export function endWithParent(): void {
  process.once('disconnect', () => {
    // The shutdown may wait for a process that has ended with the parent.
    setTimeout(() => process.exit(1), ORPHAN_TIMEOUT_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
