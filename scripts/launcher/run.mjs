import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

/** Milliseconds that a command has to end by itself. */
const PATIENCE = 2_000;

/**
 * Runs a command in the project's folder to its end and keeps what it printed.
 * Resolves also when the command fails: `ok` says so. Aborting `signal` ends it with SIGTERM, and with SIGKILL what does not listen:
 * it has ended when this resolves.
 */
export function run(command, args, { env = process.env, signal } = {}) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    let output = '';
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (ok) => {
      signal?.removeEventListener('abort', stop);
      resolve({ ok, output, seconds: (Date.now() - startedAt) / 1000 });
    };
    const stop = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => {
      output += `${error.message}\n`;
      if (child.pid === undefined) end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** Runs the executable of an installed package with the Node that runs this; `options` as for `run`. */
export const runPackage = (bin, args, options) =>
  run(process.execPath, [`${ROOT}/node_modules/${bin}`, ...args], options);
