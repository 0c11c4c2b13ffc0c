import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { EventStoreDbDouble } from '@throughline/event-store/testing';
import { freePort, redisIsInstalled, startTemporaryPostgres, startTemporaryRedis } from '@throughline/platform/testing';
import { AppProcess, readBy, runToEnd } from './app-process.js';
import { readCompose, readExample, secretsFolder, type Service, type Variables } from './compose-file.js';
import { startProxy } from './round-robin-proxy.js';

interface Engine {
  readonly start: () => unknown;
  /** The data is kept. */
  readonly stop: () => unknown;
}

/** The ports of the apps, which run in separate containers in production, and on one machine here. */
const PORTS = ['PORT', 'WORKER_PORT', 'IDENTITY_PORT'];
const LISTENS_ON = '127.0.0.1:';

/**
 * The services of docker-compose.yml, without containers: the same commands with the same variables and generated secrets, on separate
 * engines, from the files of the image. Only addresses and paths differ. A double replaces EventStoreDB, the mail server never answers, and
 * Redis is left out if it is not installed.
 */
export class Installation {
  private constructor(
    private tree: string,
    readonly origin: string,
    readonly apps: readonly AppProcess[],
    private readonly engines: readonly Engine[],
    readonly redisUrl: string | undefined,
    private readonly operator: { readonly program: readonly string[]; readonly environment: Variables },
    private readonly cleanups: readonly (() => unknown)[],
  ) {}

  /** The first start, on empty volumes, of the release whose files are in `tree`. */
  static async start(tree: string): Promise<Installation> {
    const cleanups: (() => unknown)[] = [];
    const atEnd = <Part>(part: Part, cleanup: (part: Part) => unknown): Part => {
      cleanups.unshift(() => cleanup(part));
      return part;
    };
    const postgres = atEnd(await startTemporaryPostgres(), (server) => server.remove());
    const redis = redisIsInstalled() ? atEnd(await startTemporaryRedis(), (server) => server.remove()) : undefined;
    const log = atEnd(await new EventStoreDbDouble().start(), (double) => double.kill());
    const files = atEnd(await mkdtemp(join(tmpdir(), 'files-')), (folder) => rm(folder, { recursive: true }));
    const logTree = atEnd(await mkdtemp(join(tmpdir(), 'tlog-')), (folder) => rm(folder, { recursive: true }));
    const [proxyPort, identityPort] = [await freePort(), await freePort()];
    const origin = `http://localhost:${proxyPort}`;

    const variables = {
      ...(await readExample()).set,
      PUBLIC_ORIGIN: origin,
      ALLOW_NO_SCANNER: 'yes',
    };
    const mail = atEnd(await startSilentServer(), (server) => server.close());
    const smtpUrl = `smtp://user:password@127.0.0.1:${(mail.address() as AddressInfo).port}`;
    const made = atEnd(await secretsFolder(`SMTP_URL=${smtpUrl}\n`), (at) => at.remove());
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
      'file:///tlog': pathToFileURL(logTree).href,
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
    const apps: AppProcess[] = [];
    const nodes: Record<string, string> = {};
    for (const [name, service] of Object.entries(services)) {
      // Those are started by hand.
      if (service.build === undefined || ['operate', 'witness'].includes(name)) continue;
      const environment = placed(service);
      const portName = PORTS.find((port) => port in environment) ?? '';
      const port = name === 'identity' ? identityPort : await freePort();
      nodes[`${name}:${environment[portName]}`] = `${LISTENS_ON}${port}`;
      const moved = { from: `${LISTENS_ON}${environment[portName]}`, to: `${LISTENS_ON}${port}` };
      const app = new AppProcess(name, service, { ...environment, [portName]: String(port) }, moved);
      apps.push(atEnd(app, () => app.stop()));
    }
    const behind =
      services['proxy']?.environment?.['API_NODES']?.split(' ').map((node) => `http://${nodes[node]}`) ?? [];
    atEnd(await startProxy(proxyPort, behind), (proxy) => proxy.close());

    const operate = services['operate'];
    const operator = { program: operate?.entrypoint?.slice(1) ?? [], environment: operate ? placed(operate) : {} };
    const engines: Engine[] = [
      { start: () => postgres.start(), stop: () => postgres.stop() },
      { start: () => log.start(), stop: () => log.kill() },
      ...(redis ? [{ start: () => redis.start(), stop: () => redis.kill() }] : []),
    ];
    const installation = new Installation(tree, origin, apps, engines, redis?.url, operator, cleanups);
    await installation.startApps().catch(async (error: unknown) => {
      await installation.end();
      throw error;
    });
    return installation;
  }

  private async startApps(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.start(this.tree)));
  }

  /** `docker compose stop`: the apps, then their engines. Resolves with what each app printed that did not end with 0. */
  async stop(): Promise<readonly string[]> {
    const codes = await Promise.all(this.apps.map((app) => app.stop()));
    for (const { stop } of this.engines) await stop();
    return this.apps.flatMap(({ name, output }, nth) =>
      codes[nth] === 0 ? [] : [`${name} ended with ${codes[nth]}: ${output}`],
    );
  }

  /** `docker compose up --detach --wait` after a `stop`. */
  async startAgain(): Promise<void> {
    for (const { start } of this.engines) await start();
    await this.startApps();
  }

  /**
   * Replaces one app after the other by the release whose files are in `tree`, in the order of "Upgrade" in docs/operating.md. A rollback
   * works in the same way, except for an identity provider that cannot find its tables on a second start, as up to 2.3.1: that one stays at
   * the newer release.
   */
  async upgrade(tree: string): Promise<void> {
    const page = await readFile('docs/operating.md', 'utf8');
    const nodes = /^for node in ([\w -]+);/m.exec(page)?.[1]?.split(' ') ?? [];
    const startsAgain = existsSync(join(tree, 'dist/libs/platform/src/database/home-schema.js'));
    for (const name of startsAgain ? [...nodes, 'identity'] : nodes) {
      const app = this.apps.find((one) => one.name === name);
      await app?.stop();
      await app?.start(tree);
    }
    this.tree = tree;
  }

  /** `docker compose run operate <args>`, with `input` on its standard input. Resolves with what it printed. */
  operate(args: readonly string[], input = ''): Promise<string> {
    const { program, environment } = this.operator;
    return runToEnd([...program, ...args], { cwd: this.tree, env: readBy(this.tree, environment), input });
  }

  /** The addresses of the API nodes, bypassing the proxy. */
  get nodes(): readonly string[] {
    return this.apps.flatMap(({ environment: { PORT } }) => (PORT ? [`http://${LISTENS_ON}${PORT}`] : []));
  }

  async end(): Promise<void> {
    for (const cleanup of this.cleanups) await cleanup();
  }
}

/** What the postgres image does on an empty volume: runs deploy/create-databases.sh, whose psql is replaced here. */
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

/** Takes connections and never answers: jobs that wait for it must delay neither other jobs nor a stop. */
async function startSilentServer(): Promise<Server> {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
