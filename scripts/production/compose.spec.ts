import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { CONFIG_VARIABLES, loadConfig, SECRETS } from '@throughline/platform';
import { composeText, readCluster, readCompose, readExample, secretsFolder, variablesIn } from './compose-file.js';

/** Variables that docker compose itself reads. */
const OF_COMPOSE = ['COMPOSE_PROFILES', 'COMPOSE_FILE'];

const text = await composeText();
const { set, otherwise, listed } = await readExample();
const filled = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, value || 'a'.repeat(40)]));
const { services, networks, volumes, configs, secrets } = await readCompose(filled);
const cluster = await readCluster(filled);
const all = Object.entries(services);
const ours = all.filter(([, { build }]) => build !== undefined);

/** The machine that "Start" of docs/operating.md describes. */
async function machineOfThePage() {
  const page = await readFile('docs/operating.md', 'utf8');
  const { processors, memory } =
    /^- \*\*processors\*\*, at least (?<processors>\d+)[^]*?^- \*\*memory\*\*, at least (?<memory>\d+) GB/m.exec(page)
      ?.groups ?? {};
  return { processors: Number(processors), memoryGB: Number(memory) };
}

const UNITS = { M: 2 ** 20, G: 2 ** 30 };
const bytesOf = (memory = '') => Number.parseInt(memory, 10) * UNITS[memory.at(-1) as keyof typeof UNITS];

const schema = JSON.parse(await readFile('node_modules/dclint/schemas/compose.schema.json', 'utf8'));
delete schema.$schema; // ajv has another spelling of the draft's address
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

describe('docker-compose.yml', () => {
  it('is valid by the compose specification', async () => {
    validate(await readCompose(filled));
    expect(validate.errors).toBeNull();
    expect(validate({ services: { api: { image: 'a', restarts: 'always' } } })).toBe(false);
  });

  it('does not start without what must be set, and says what is missing', async () => {
    const required = variablesIn(text).filter((variable) => variable.required);
    expect(required.map(({ name }) => name)).toContain('PUBLIC_ORIGIN');
    for (const { name } of required) {
      await expect(readCompose({ ...filled, [name]: '' })).rejects.toThrow(`${name} is missing in .env`);
    }
  });

  it('has no secret in an environment, a command or a health check', async () => {
    const ofUs = variablesIn(text).map(({ name }) => name);
    expect(ofUs.filter((name) => /PASSWORD|KEY|TOKEN|SECRET/.test(name))).toEqual([]);
    expect(ofUs.filter((name) => (SECRETS as readonly string[]).includes(name))).toEqual([]);
    for (const [name, { environment = {} }] of all) {
      const clear = Object.entries(environment).filter(
        ([variable, value]) =>
          (SECRETS as readonly string[]).includes(variable) ||
          /:\/\/\S*@/.test(value) ||
          (/PASSWORD|KEY|TOKEN/.test(variable) && !value.startsWith('/')),
      );
      expect({ name, clear }).toEqual({ name, clear: [] });
    }
  });

  it('gives a service the secrets that it names, and no others', () => {
    for (const [name, service] of all) {
      const { secrets: given = [], ...rest } = service;
      const named = [...JSON.stringify(rest).matchAll(/\/run\/secrets\/([\w.]+)/g)].map(([, file]) => file);
      // create-databases.sh reads the first two; the address of the gateway is given in .env.
      const otherwise = { postgres: ['database_password', 'identity_database_password'], identity: ['sms_url'] }[name];
      expect({ name, given: [...given].sort() }).toEqual({
        name,
        given: [...new Set([...named, ...(otherwise ?? [])])].sort(),
      });
      expect(given.filter((one) => !(one in secrets))).toEqual([]);
    }
    expect(Object.keys(secrets).filter((one) => !all.some(([, { secrets: given }]) => given?.includes(one)))).toEqual(
      [],
    );
  });

  it('has two APIs and two workers that differ in nothing', () => {
    expect(services['api-2']).toEqual(services['api-1']);
    expect(services['worker-2']).toEqual(services['worker-1']);
  });

  it('asks for no more than one processor of each service, unless .env says so', async () => {
    // Docker refuses to start a container that may use more processors than the host has.
    const limits = (from: typeof services) =>
      Object.entries(from).map(([name, { deploy }]) => ({ name, ...deploy?.resources?.limits }));
    const { memoryGB } = await machineOfThePage();
    for (const { name, cpus, memory } of limits(services)) {
      expect({ name, starts: Number(cpus) > 0 && Number(cpus) <= 1 }).toEqual({ name, starts: true });
      expect({ name, fits: bytesOf(memory) <= memoryGB * 1e9 }).toEqual({ name, fits: true });
    }
    const names = variablesIn(text).map(({ name }) => name);
    const larger = names.flatMap((name) =>
      name.endsWith('_CPUS') ? [[name, '3']] : name.endsWith('_MEMORY') ? [[name, '3G']] : [],
    );
    for (const limit of limits((await readCompose({ ...filled, ...Object.fromEntries(larger) })).services)) {
      expect(limit).toMatchObject({ name: limit.name, cpus: '3', memory: '3G' });
    }
  });

  it('gives every service limits, a health check and a restart policy', () => {
    for (const [name, { restart, healthcheck, deploy, security_opt }] of all) {
      const { cpus, memory } = deploy?.resources?.limits ?? {};
      expect({ name, cpus, memory }).toEqual({ name, cpus: expect.any(String), memory: expect.any(String) });
      expect(security_opt).toContain('no-new-privileges:true');
      if (name === 'operate') continue; // for a person, and removed afterwards
      // Compose does not start services that depend on an unhealthy one, and on a busy machine a start takes minutes.
      if (name !== 'proxy') expect({ name, start: healthcheck?.start_period }).toEqual({ name, start: '10m' });
      expect({ name, restart, watched: healthcheck?.test?.length }).toEqual({
        name,
        restart: 'unless-stopped',
        watched: expect.any(Number),
      });
    }
  });

  it('runs our own services without privileges, and lets them write to the files only, workers to the tree over the log, and a witness to what it keeps', () => {
    expect(ours.map(([name]) => name).sort()).toEqual([
      'api-1',
      'api-2',
      'identity',
      'operate',
      'witness',
      'worker-1',
      'worker-2',
    ]);
    for (const [, service] of ours) {
      expect(service).toMatchObject({ user: 'node', read_only: true, cap_drop: ['ALL'] });
      const written = (service.volumes ?? []).filter((volume) => !volume.endsWith(':ro'));
      const files = service.environment?.['FILES_URL'] ? ['files:/files'] : [];
      // Whoever holds the key extends the tree over the log; the others read it.
      const tree = service.environment?.['TLOG_KEY_FILE'] ? ['tlog:/tlog'] : [];
      const witness = service.environment?.['WITNESS_KEY_FILE'] ? ['witness:/witness'] : [];
      expect(written).toEqual([...files, ...tree, ...witness]);
    }
  });

  it('runs every service on a read-only file system, with the capabilities at most that its entrypoint needs', () => {
    const needed: Record<string, readonly string[]> = {
      proxy: ['NET_BIND_SERVICE'],
      redis: ['CHOWN', 'DAC_READ_SEARCH', 'SETGID', 'SETUID'],
    };
    for (const [name, { read_only, cap_drop, cap_add = [] }] of all) {
      expect({ name, read_only, cap_drop, cap_add }).toEqual({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        cap_add: needed[name] ?? [],
      });
    }
    // If the command were a shell, the image's entrypoint would run Redis as root.
    expect(services['redis']?.command?.at(-1)).toMatch(/^exec docker-entrypoint\.sh redis-server /);
    expect(services['postgres']?.user).toBe('postgres');
  });

  it('exposes only the proxy', () => {
    expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
    expect(services['proxy']?.networks).toEqual(['edge']);
    expect(networks['engines']).toEqual({ internal: true });
    for (const engine of ['eventstore', 'postgres', 'redis']) expect(services[engine]?.networks).toEqual(['engines']);
  });

  it('keeps persistent data in named volumes', () => {
    const named = all.flatMap(([, service]) => service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    expect(named.filter((name) => !name.startsWith('.') && !(name in volumes))).toEqual([]);
    expect(Object.keys(volumes).filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names files that exist, except the certificates', async () => {
    const files = Object.values(configs).map(({ file }) => file);
    for (const file of files.filter((name) => !name.includes('/certificates/'))) {
      expect((await stat(file)).isFile()).toBe(true);
    }
  });

  it('replaces the identity provider by a tenant by variables alone', async () => {
    const tenant = { COMPOSE_PROFILES: '', IDENTITY_URL: '', OIDC_ISSUER: 'https://tenant.example/oauth2/default' };
    const { services: others } = await readCompose({ ...filled, ...tenant });
    expect(others['identity']?.profiles).toEqual([set['COMPOSE_PROFILES']]);
    expect(others['api-1']?.environment).toMatchObject({ IDENTITY_URL: '', OIDC_ISSUER: tenant.OIDC_ISSUER });
  });
});

describe('docker-compose.cluster.yml', () => {
  const nodes = ['eventstore', 'eventstore-2', 'eventstore-3'];

  it('is valid by the compose specification, alone and merged with docker-compose.yml', async () => {
    for (const file of [parse(await readFile('docker-compose.cluster.yml', 'utf8'), { merge: true }), cluster]) {
      validate(file);
      expect(validate.errors).toBeNull();
    }
  });

  it('gives the log three nodes that know one another by name, each with a volume of its own', () => {
    for (const name of nodes) {
      const { environment, volumes: kept, ...service } = cluster.services[name]!;
      const { environment: alone, volumes: _, ...one } = services['eventstore']!;
      expect(service).toEqual(one);
      expect(environment).toEqual({
        ...alone,
        EVENTSTORE_CLUSTER_SIZE: '3',
        EVENTSTORE_DISCOVER_VIA_DNS: 'false',
        EVENTSTORE_REPLICATION_IP: '0.0.0.0',
        EVENTSTORE_MAX_TRUNCATION: String(16 * 1024 * 1024),
        EVENTSTORE_GOSSIP_SEED: nodes
          .filter((other) => other !== name)
          .map((other) => `${other}:2113`)
          .join(),
        EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
        EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
      });
      expect(kept).toEqual([`${name.replace('eventstore', 'events')}:/var/lib/eventstore`]);
    }
    expect(Object.keys(cluster.volumes)).toEqual(expect.arrayContaining(['events', 'events-2', 'events-3']));
  });

  it('starts a node again whatever its exit code: one that truncates its log ends with 0', () => {
    expect(nodes.map((name) => cluster.services[name]?.restart)).toEqual(nodes.map(() => 'unless-stopped'));
  });

  it('gives every app the address of all three, and changes nothing else', () => {
    for (const [name, service] of all.filter(([other]) => other !== 'eventstore')) {
      expect(cluster.services[name]).toEqual(service);
    }
    expect(Object.keys(cluster.services).sort()).toEqual([...Object.keys(services), ...nodes.slice(1)].sort());
    const { event_store_url: url, ...others } = cluster.secrets;
    expect(url).toEqual({ file: './deploy/secrets/event_store_cluster_url' });
    expect(secrets).toMatchObject(others);
  });
});

describe('The variables of an app', () => {
  const inCamel = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const sourcesOf = (app: string) =>
    [`apps/${app}/src`, 'libs']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => !/\.spec\.|testing\/|suite|src\/demo\/|libs\/platform\/src\/config/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
  const withoutFile = (name: string) => name.replace(/_FILE$/, '');
  /** A variable is read where its configuration key is used, or the key of a variable whose default is this one. */
  const isRead = (name: string, sources: string) =>
    CONFIG_VARIABLES.filter((one) => one.name === name || one.default?.includes(name)).some((one) =>
      new RegExp(`\\b${inCamel(one.name)}\\b`).test(sources),
    );

  it.each(ours)('are those that it reads: %s', (name, { environment = {}, command = [] }) => {
    const app = /^dist\/apps\/(\w+)\//.exec(command[0] ?? '')?.[1] ?? 'worker';
    const sources = sourcesOf(app);
    const variables = Object.keys(environment).map((variable) =>
      (SECRETS as readonly string[]).includes(withoutFile(variable)) ? withoutFile(variable) : variable,
    );
    expect({ name, unread: variables.filter((variable) => !isRead(variable, sources)) }).toEqual({
      name,
      unread: [],
    });
  });

  it('never include those of example data', () => {
    for (const variable of ['SEED', 'DEMO_PASSWORD', 'TASK_DAY_MS', 'DATA_DIR']) expect(text).not.toContain(variable);
  });
});

describe('deploy/make-secrets.sh', () => {
  const SMTP = 'smtp://user:password@mail.example:587';
  const OF_EARLIER_RELEASES = {
    SECRET_KEY: 's',
    ELIGIBILITY_KEY: 'e',
    IDENTITY_API_TOKEN: 't',
    POSTGRES_PASSWORD: 'p',
    REDIS_PASSWORD: 'r',
    DATABASE_PASSWORD: 'd',
    IDENTITY_DATABASE_PASSWORD: 'i',
    EVENT_STORE_PASSWORD: 'l',
    SMTP_URL: SMTP,
  };

  it('makes each file that the compose files name, once, each a secret of its own', async () => {
    const at = await secretsFolder(`PUBLIC_ORIGIN=https://portal.example\n`);
    expect(at.make()).toEqual({ code: 1, said: expect.stringContaining('mail server into deploy/secrets/smtp_url') });
    await writeFile(join(at.secrets, 'smtp_url'), SMTP);
    const made = await at.read();
    const files = [...Object.values(secrets), cluster.secrets['event_store_url']!];
    const named = files.flatMap(({ file }) => /^\.\/deploy\/secrets\/(.+)$/.exec(file)?.[1] ?? []);
    expect(Object.keys(made).sort()).toEqual(named.sort());
    const own = Object.keys(made).filter((file) => /key$|password$|token$/.test(file));
    expect(new Set(own.map((file) => made[file])).size).toBe(own.length);
    for (const file of own) expect(made[file]).toMatch(/^[0-9a-f]{64}\n$/);

    expect(at.make()).toEqual({ code: 0, said: '' });
    expect(await at.read()).toEqual(made);
    await rm(join(at.secrets, 'redis_password'));
    await rm(join(at.secrets, 'redis_url'));
    expect(at.make().code).toBe(0);
    const again = await at.read();
    expect(again['redis_url']).toBe(`redis://:${again['redis_password']?.trim()}@redis:6379\n`);
    const changed = Object.keys(made).filter((file) => again[file] !== made[file]);
    expect(changed.sort()).toEqual(['redis_password', 'redis_url']);
    await at.remove();
  });

  it('makes what the apps take', async () => {
    const at = await secretsFolder(`SMTP_URL=${SMTP}\n`);
    at.make();
    for (const [name, { environment = {} }] of ours) {
      const placed = Object.entries(environment).map(([variable, value]) => [
        variable,
        value.replace('/run/secrets', at.secrets),
      ]);
      const config = loadConfig(Object.fromEntries(placed));
      if (name === 'witness') {
        expect(config.witnessKey).toMatch(/^[0-9a-f]{64}$/);
        continue;
      }
      expect({ name, smtpUrl: config.smtpUrl }).toEqual({ name, smtpUrl: SMTP });
      expect(config.identityApiToken).toMatch(/^[0-9a-f]{64}$/);
    }
    await at.remove();
  });

  it('takes over what earlier releases had in .env, and says what to take out of it', async () => {
    const lines = Object.entries({ ...OF_EARLIER_RELEASES, SMS_URL: "'https://sms.example/?a=1#b'" });
    const at = await secretsFolder(lines.map(([name, value]) => `${name}=${value}\r\n`).join(''));
    expect(at.make()).toEqual({ code: 1, said: expect.stringContaining('SMS_URL_FILE=/run/secrets/sms_url') });
    await writeFile(join(at.folder, '.env'), `SMS_URL_FILE=/run/secrets/sms_url\nSECRET_KEY="s"\n`);
    expect(at.make()).toEqual({ code: 0, said: expect.stringMatching(/in \.env: take it out there: SECRET_KEY\n$/) });
    expect(await at.read()).toMatchObject({
      secret_key: 's\n',
      eligibility_key: 'e\n',
      identity_api_token: 't\n',
      postgres_password: 'p\n',
      database_url: 'postgres://throughline:d@postgres:5432/throughline\n',
      identity_database_url: 'postgres://identity:i@postgres:5432/identity\n',
      event_store_url: 'esdb://admin:l@eventstore:2113?tlsCaFile=/certificates/ca.crt\n',
      event_store_cluster_url:
        'esdb://admin:l@eventstore:2113,eventstore-2:2113,eventstore-3:2113?tlsCaFile=/certificates/ca.crt\n',
      redis_url: 'redis://:r@redis:6379\n',
      smtp_url: `${SMTP}\n`,
      sms_url: 'https://sms.example/?a=1#b\n',
    });
    await at.remove();
  });

  it('keeps passwords as Compose reads them in .env, and makes addresses that hold them', async () => {
    const password = "p@ss/w:rd%41#'é";
    const at = await secretsFolder(
      `DATABASE_PASSWORD="${password}"\nREDIS_PASSWORD=${password} # of 2024\nEVENT_STORE_PASSWORD=e#s/1\nPOSTGRES_PASSWORD=plain  # x\n`,
    );
    at.make();
    const made = await at.read();
    for (const [file, expected] of [
      ['database_url', password],
      ['redis_url', password],
      ['event_store_url', 'e#s/1'],
    ] as const)
      expect({ file, password: decodeURIComponent(new URL(made[file] ?? '').password) }).toEqual({
        file,
        password: expected,
      });
    expect(made).toMatchObject({ redis_password: `${password}\n`, postgres_password: 'plain\n' });
    await at.remove();
  });

  it('lets no other user of the host read them', async () => {
    const at = await secretsFolder();
    at.make();
    expect((await stat(at.secrets)).mode & 0o777).toBe(0o700);
    await at.remove();
  });
});

describe('.env.example', () => {
  const read = CONFIG_VARIABLES.map(({ name }) => String(name));
  const passed = variablesIn(text).map(({ name }) => name);

  it('lists every variable that the configuration reads or docker-compose.yml asks for', () => {
    expect([...new Set([...read, ...passed])].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('lists none that nothing reads, and none twice', () => {
    expect(listed.filter((name) => ![...read, ...passed, ...OF_COMPOSE].includes(name))).toEqual([]);
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
  });

  it('states the actual defaults', () => {
    const wrong = CONFIG_VARIABLES.filter(({ name, default: fallback }) => {
      const follows = fallback === null || /[A-Z]{3}/.test(fallback); // the default is another variable, or there is none
      return name in otherwise && !follows && otherwise[name] !== fallback;
    });
    expect(wrong).toEqual([]);
  });

  it('sets what must be set', () => {
    const required = variablesIn(text).filter((variable) => variable.required);
    expect(required.filter(({ name }) => !(name in set))).toEqual([]);
  });
});
