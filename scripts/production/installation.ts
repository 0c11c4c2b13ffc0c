import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { EventStoreDbDouble, until } from '@throughline/event-store/testing';
import { freePort, redisIsInstalled, startTemporaryPostgres, startTemporaryRedis } from '@throughline/platform/testing';
import { readCompose, readExample, secretsFolder, type Service, type Variables } from './compose-file.js';
import { startProxy } from './round-robin-proxy.js';

/** The ports of the apps, which are in separate containers in production, and on one machine here. */
const PORTS = ['PORT', 'WORKER_PORT', 'IDENTITY_PORT'];
const LISTENS_ON = '127.0.0.1:';

interface App {
  readonly name: string;
  readonly process: ChildProcess;
  readonly output: string[];
  readonly environment: Variables;
  /** The health check of its container. */
  readonly isWell: () => Promise<boolean>;
}

/**
 * The services of docker-compose.yml, without containers: the same commands with the same variables and generated secrets, on separate
 * engines. Only addresses and paths differ. A double replaces EventStoreDB; Redis is left out if it is not installed.
 */
export class Installation {
  private constructor(
    readonly origin: string,
    readonly apps: readonly App[],
    readonly redisUrl: string | undefined,
    private readonly operator: { readonly program: readonly string[]; readonly environment: Variables },
    private readonly cleanups: readonly (() => unknown)[],
  ) {}

  static async start(): Promise<Installation> {
    const cleanups: (() => unknown)[] = [];
    const atEnd = <Part>(part: Part, cleanup: (part: Part) => unknown): Part => {
      cleanups.unshift(() => cleanup(part));
      return part;
    };
    const postgres = atEnd(await startTemporaryPostgres(), (server) => server.remove());
    const redis = redisIsInstalled() ? atEnd(await startTemporaryRedis(), (server) => server.remove()) : undefined;
    const log = atEnd(await new EventStoreDbDouble().start(), (double) => double.kill());
    const files = atEnd(await mkdtemp(join(tmpdir(), 'files-')), (folder) => rm(folder, { recursive: true }));
    const [proxyPort, identityPort] = [await freePort(), await freePort()];
    const origin = `http://localhost:${proxyPort}`;

    const variables = {
      ...(await readExample()).set,
      PUBLIC_ORIGIN: origin,
    };
    const made = atEnd(await secretsFolder('SMTP_URL=smtp://user:password@mail.example:587\n'), (at) => at.remove());
    made.make();
    const secrets = await made.read();
    if (redis) secrets['redis_url'] = redis.url;
    await createDatabases(postgres.url, secrets);
    const places = {
      '0.0.0.0': '127.0.0.1',
      'postgres:5432': `127.0.0.1:${postgres.port}`,
      'eventstore:2113?tlsCaFile=/certificates/ca.crt': `127.0.0.1:${log.port}?tls=false`,
      'redis:6379': new URL(redis?.url ?? 'redis://none').host,
      'identity:4000': `127.0.0.1:${identityPort}`,
      'file:///files': pathToFileURL(files).href,
      '/run/secrets': made.secrets,
    };
    const inPlace = (text: string) => Object.entries(places).reduce((text, [from, to]) => text.replace(from, to), text);
    for (const [file, secret] of Object.entries(secrets)) await writeFile(join(made.secrets, file), inPlace(secret));
    const placed = ({ environment = {} }: Service): Variables =>
      Object.fromEntries(
        Object.entries(environment)
          .filter(([name]) => redis || name !== 'REDIS_URL_FILE')
          .map(([name, value]) => [name, inPlace(value)]),
      );

    const { services } = await readCompose(variables);
    const apps: App[] = [];
    const nodes: Record<string, string> = {};
    for (const [name, service] of Object.entries(services)) {
      if (service.build === undefined || name === 'operate') continue;
      const environment = placed(service);
      const portName = PORTS.find((port) => port in environment) ?? '';
      const port = name === 'identity' ? identityPort : await freePort();
      nodes[`${name}:${environment[portName]}`] = `${LISTENS_ON}${port}`;
      const moved = { from: `${LISTENS_ON}${environment[portName]}`, to: `${LISTENS_ON}${port}` };
      apps.push(atEnd(startApp(name, service, { ...environment, [portName]: String(port) }, moved), stopApp));
    }
    const behind =
      services['proxy']?.environment?.['API_NODES']?.split(' ').map((node) => `http://${nodes[node]}`) ?? [];
    atEnd(await startProxy(proxyPort, behind), (proxy) => proxy.close());

    const operate = services['operate'];
    const operator = { program: operate?.entrypoint?.slice(1) ?? [], environment: operate ? placed(operate) : {} };
    const installation = new Installation(origin, apps, redis?.url, operator, cleanups);
    try {
      await Promise.all(apps.map((app) => until(`${app.name} is well`, app.isWell, { deadlineMs: 45_000 })));
    } catch (error) {
      await installation.end();
      throw new Error(apps.map(({ name, output }) => `${name}: ${output.join('')}`).join('\n'), { cause: error });
    }
    return installation;
  }

  /** `docker compose run operate <args>`, with `input` on its standard input. Resolves with what it printed. */
  operate(args: readonly string[], input = ''): Promise<string> {
    const { program, environment } = this.operator;
    return runToEnd([...program, ...args], environment, input);
  }

  /** The addresses of the API nodes, past the proxy. */
  get nodes(): readonly string[] {
    return this.apps.flatMap(({ environment: { PORT } }) => (PORT ? [`http://${LISTENS_ON}${PORT}`] : []));
  }

  /** The exit code of each app after a stop. */
  async stop(): Promise<readonly (number | null)[]> {
    return Promise.all(this.apps.map(stopApp));
  }

  async end(): Promise<void> {
    for (const cleanup of this.cleanups) await cleanup();
  }
}

/** As the postgres image does on an empty volume: deploy/create-databases.sh, its psql done here. */
async function createDatabases(url: string, secrets: Variables): Promise<void> {
  const script = await readFile('deploy/create-databases.sh', 'utf8');
  const lines = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(script)?.[1] ?? '';
  const sql = [...lines.matchAll(/^\\set (\w+) `cat \/run\/secrets\/(\w+)`\n/gm)].reduce(
    (text, [line, name, file = '']) => text.replace(line, '').replaceAll(`:'${name}'`, `'${secrets[file]?.trim()}'`),
    lines,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of sql.split(';\n')) {
    await client.query(statement);
  }
  await client.end();
}

function startApp(
  name: string,
  { command = [], healthcheck }: Service,
  environment: Variables,
  moved: { readonly from: string; readonly to: string },
): App {
  const child = spawn(process.execPath, ['--enable-source-maps', ...command], {
    env: { NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const [, , ...check] = healthcheck?.test ?? [];
  const isWell = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    if (!(await takesConnections(moved.to))) return false; // starting a process for each check would slow down the start of the apps
    return runToEnd(
      check.map((part) => part.replace(moved.from, moved.to)),
      {},
    ).then(
      () => true,
      () => false,
    );
  };
  return { name, process: child, output, environment, isWell };
}

async function takesConnections(place: string): Promise<boolean> {
  const socket = connect(Number(place.split(':')[1]), '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

async function stopApp({ process: child }: App): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

async function runToEnd(args: readonly string[], env: Variables, input = ''): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: 'pipe' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(printed);
  return printed;
}
