import { writeSync } from 'node:fs';

/** Prints one line, if that can be done, and ends with exit code 1. Fits `start().catch(fail)`: of an error it prints the message. */
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
  fatal(described: { readonly err: unknown; readonly origin: string }, message: string): void;
}

const closings: (() => Promise<unknown> | unknown)[] = [];
let closing = false;
let exitCode = 0;
/** Milliseconds for all closings together. */
let shutdownTimeoutMs = 10_000;

/**
 * Runs `close` when the process is told to end (SIGTERM, SIGINT, SIGHUP), the last one registered first, and then ends it: with 0,
 * or with 1 when that failed or took over `timeoutMs` (10 s). Being told again changes nothing: npm forwards a Ctrl-C that
 * the terminal has sent already.
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
 * What nobody caught (an exception, a rejection, an `error` that nobody listens to) leaves the process in a state that nobody knows: it is logged by
 * name and stack, and the process shuts down as if told to, with exit code 1.
 */
export function endOnUncaught(log: FatalLog): void {
  process.on('uncaughtException', (error, origin) => {
    exitCode = 1;
    try {
      log.fatal({ err: error, origin }, 'nobody caught this; the process ends');
    } catch {
      // Nothing can be logged: it ends all the same.
    }
    shutDown();
  });
}

/** Tells the parent of a child with an IPC channel that it listens: until then, what answers on its port is something else. */
export function sayListening(): void {
  // If the parent ends at this moment, `disconnect` is emitted.
  if (process.connected) process.send?.('listening', undefined, undefined, () => undefined);
}

const ORPHAN_TIMEOUT_MS = 3_000;

/** In a child process with an IPC channel: shuts down when the parent is gone. Does nothing without a channel. */
export function endWithParent(): void {
  process.once('disconnect', () => {
    // What it waits for may have ended with the parent.
    setTimeout(() => process.exit(1), ORPHAN_TIMEOUT_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
