import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Code that creates an emitter of `error` events. Without a listener, such an event ends the process. */
const MAKERS = {
  form: /\bbusboy\(/,
  server: /\bcreateServer\(|new Server\(|\.listen\(.*(port|Port)/,
  socket: /(?<![.\w])connect\(\{|createConnection\(|new (Socket|WebSocket)\(/,
  process: /(?<![.\w])(spawn|fork)\(|\(execFile\)\(/,
  thread: /new Worker\((?!QUEUE)/,
  stream:
    /create(Read|Write)Stream\(|new (Transform|PassThrough|Readable|Writable|Duplex)\(|Readable\.from\(|createInterface\(/,
  pool: /new (pg\.)?Pool\(/,
  client: /new (pg\.)?Client\(|new (IO)?Redis\(|EventStoreDBClient\.connectionString\(|createTransport\(/,
  queue: /new (bull\.)?(Queue|QueueEvents|Worker)<unknown>\(|new (Queue|QueueEvents|FlowProducer)\(/,
  subscription: /client\.(subscribeTo\w+|readAll|readStream)\(/,
  proxy: /createProxyMiddleware[<(]/,
  emitter: /new EventEmitter\(/,
} as const;
type Kind = keyof typeof MAKERS;

/** Each place that creates one, and its listener: a line of that file, or of another one. */
const LISTENED: readonly (readonly [kind: Kind, file: string, how: string, where?: string])[] = [
  ['form', 'apps/api/src/file/receive-pdf.ts', "form.on('error', () => fail("],
  // A generator does not fail before it is read; the store reads it with `for await`.
  ['stream', 'apps/api/src/file/receive-pdf.ts', 'stored.catch(fail)'],
  ['stream', 'apps/api/src/http/limits/take-upload.ts', "body.on('error'"],
  // Nest listens to the stream of a StreamableFile.
  ['stream', 'apps/api/src/item-task/item-task.reads.ts', 'new StreamableFile(content'],
  ['proxy', 'apps/api/src/identity/provider-proxy.ts', 'error: (error,'],
  // socket.io uses the API's own server, and takes over its upgraded connections.
  ['server', 'apps/api/src/live/live.adapter.ts', 'listenToServer(server, logger)', 'apps/api/src/open-api.ts'],
  ['server', 'apps/api/src/main.ts', 'listenToServer(server, logger)', 'apps/api/src/open-api.ts'],
  [
    'server',
    'apps/api/src/outage-server.ts',
    'listenToServer(server, logger)',
    'libs/platform/src/http/open-in-outage.ts',
  ],
  ['server', 'apps/identity/src/main.ts', 'listenToServer(server, log)'],
  ['server', 'apps/worker/src/main.ts', 'listenToServer(app.getHttpServer() as Server, log)'],
  ['server', 'apps/worker/src/log-tree/witness/main.ts', 'listenToServer(server, logger)'],
  [
    'server',
    'apps/worker/src/log-tree/witness/witness-server.ts',
    'listenToServer(server, logger)',
    'apps/worker/src/log-tree/witness/main.ts',
  ],
  // Read with `for await`.
  [
    'stream',
    'apps/worker/src/eligibility/members-file.ts',
    'of file as AsyncIterable<Uint8Array>',
    'apps/worker/src/eligibility/member-rows.ts',
  ],
  // `pipeline` and `finished` listen, and `for await` does.
  [
    'stream',
    'apps/worker/src/file/export-evidence/export-command.ts',
    'pipeline(this.#zip.outputStream, output',
    'apps/worker/src/file/export-evidence/zip-writer.ts',
  ],
  ['stream', 'apps/worker/src/file/export-evidence/zip-writer.ts', 'finished(bytes)'],
  ['stream', 'apps/worker/src/file/export-evidence/export-evidence.job.ts', "content.on('error'"],
  [
    'stream',
    'apps/worker/src/file/export-evidence/verifier/check-names.ts',
    'await pipeline(createReadStream(path), hash)',
  ],
  [
    'stream',
    'apps/worker/src/file/export-evidence/verifier/lines.ts',
    'for await (const chunk of createReadStream(path, encoding)',
  ],
  ['thread', 'apps/worker/src/file/check-file/pdf-check/check-pdf.ts', "thread.on('error'"],
  ['thread', 'apps/worker/src/file/export-evidence/evidence-printer.ts', "thread.on('error'"],
  ['thread', 'apps/worker/src/file/generate-submission-pdf/submission-printer.ts', "thread.on('error'"],
  ['socket', 'apps/worker/src/file/check-file/file-scanner.ts', "socket.on('error'"],
  // `once` listens while the event is awaited.
  ['socket', 'libs/platform/src/certificates/certificate-end.ts', "socket?.on('error'"],
  ['queue', 'apps/worker/src/queue/queue-engine.ts', "queue.on('error'", 'apps/worker/src/queue/open-queue.ts'],
  ['queue', 'apps/worker/src/queue/queue-engine.ts', "worker.on('error'", 'apps/worker/src/queue/open-queue.ts'],
  ['client', 'apps/worker/src/queue/queue-engine.ts', "connection.on('error'"],
  // The client is not an emitter; the promise of its reconnection may be unhandled, so it is made never to reconnect. The other one only
  // reads the URL.
  [
    'client',
    'libs/event-store/src/eventstoredb/connection/node-client.ts',
    "this.client['handleError'] = () => Promise.resolve()",
  ],
  [
    'client',
    'libs/event-store/src/eventstoredb/connection/connection-url.ts',
    'EventStoreDBClient.connectionString(url.trim()',
  ],
  // A page is read to its end, or until its timeout.
  [
    'subscription',
    'libs/event-store/src/eventstoredb/reading/log-reader.ts',
    "read.on('error'",
    'libs/event-store/src/eventstoredb/reading/read-page.ts',
  ],
  ['subscription', 'libs/event-store/src/eventstoredb/reading/tail.ts', "this.#subscription.on('error'"],
  ['pool', 'libs/event-store/src/postgres/connections.ts', "pool.on('error'"],
  ['pool', 'libs/event-store/src/postgres/connections.ts', "client.on('error'"],
  ['client', 'libs/event-store/src/postgres/append-notifier.ts', "listener.on('error'"],
  ['pool', 'libs/platform/src/database/database.ts', "pool.on('error'"],
  ['pool', 'libs/platform/src/database/database.ts', "client.on('error', lost)"],
  ['client', 'libs/platform/src/database/cancelable-read.ts', "canceler.on('error', () => undefined)"],
  ['client', 'libs/platform/src/database/database.ts', "client.on('error', () => undefined)"],
  // `promisify` listens.
  ['process', 'libs/platform/src/embedded/cluster.ts', 'promisify(execFile)'],
  // `once` of node:events listens for the error as well.
  ['server', 'libs/platform/src/embedded/embedded-postgres.ts', "once(probe, 'listening').catch"],
  ['process', 'libs/platform/src/embedded/postmaster.ts', "server.on('error'"],
  ['process', 'libs/platform/src/embedded/postmaster.ts', "watcher.on('error'"],
  ['process', 'libs/platform/src/embedded/postmaster.ts', "watcher.stdin.on('error'"],
  ['stream', 'libs/platform/src/embedded/postmaster.ts', "createInterface({ input: server.stderr }).on('error'"],
  ['stream', 'libs/platform/src/files/folder-file-store.ts', "file.createReadStream().on('error'"],
  ['server', 'libs/platform/src/http/open-in-outage.ts', 'listenToServer(server, logger)'],
  ['client', 'libs/platform/src/mail/mail-transport.ts', "transport.on('error'"],
  ['client', 'libs/platform/src/reach.ts', "client.on('error'"],
  ['client', 'libs/platform/src/reach.ts', "client?.on('error'"],
  ['process', 'scripts/launcher/demo.mjs', "child.on('error'"],
  ['stream', 'scripts/launcher/demo.mjs', "createInterface({ input: child.stdout }).on('error'"],
  ['server', 'scripts/launcher/ports.mjs', "server.once('error', reject)"],
  ['process', 'scripts/launcher/run.mjs', "child.on('error'"],
  ['process', 'scripts/launcher/supervised-app.mjs', "child.on('error'"],
];

/** Programs that run for a long time, or start such programs. */
const SOURCES = [
  'apps/api/src',
  'apps/worker/src',
  'apps/identity/src',
  'libs',
  'scripts/launcher',
  'scripts/start.mjs',
];
const OTHERS = /\.(spec|testing|contract-suite)\.ts$|\/testing\/|^libs\/domain\//;

function sources(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...SOURCES], {
    cwd: ROOT,
  });
  return listed
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|mjs)$/.test(file) && !OTHERS.test(file));
}

const linesOf = (file: string) =>
  readFileSync(`${ROOT}${file}`, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(import|\*|\/[/*])/.test(line));

/** `kind file` of every place that creates an emitter. */
function made(): ReadonlySet<string> {
  const kinds = Object.entries(MAKERS);
  return new Set(
    sources().flatMap((file) =>
      linesOf(file).flatMap((line) => kinds.flatMap(([kind, maker]) => (maker.test(line) ? [`${kind} ${file}`] : []))),
    ),
  );
}

describe('What may emit an error', () => {
  it('is created at these places only: name a new one above, with its listener', () => {
    expect([...made()].sort()).toEqual([...new Set(LISTENED.map(([kind, file]) => `${kind} ${file}`))].sort());
  });

  it.each(LISTENED)('is listened to: the %s of %s, by %s', (_, file, how, where = file) => {
    expect(linesOf(where).some((line) => line.includes(how))).toBe(true);
  });

  it.each(['api', 'worker', 'identity'])('without a listener is named in the log of the %s', (app) => {
    expect(linesOf(`apps/${app}/src/main.ts`).join()).toContain('endOnUncaught(');
  });
});
