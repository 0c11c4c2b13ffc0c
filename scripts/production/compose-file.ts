import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

export type Variables = Readonly<Record<string, string>>;

export interface Service {
  readonly image: string;
  readonly build?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Variables;
  readonly secrets?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly profiles?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: {
    readonly test?: readonly string[];
    readonly disable?: boolean;
    readonly start_period?: string;
  };
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly cpus?: string; readonly memory?: string } } };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** The file of an installation on one host, and the additional file that gives the event log three nodes. */
const [ONE_NODE, THREE_NODES] = ['docker-compose.yml', 'docker-compose.cluster.yml'];

/** The text of docker-compose.yml. */
export function composeText(): Promise<string> {
  return readFile(ONE_NODE, 'utf8');
}

/** The file with its variables filled in, as `docker compose config` prints it. Throws if a required variable is not set. */
export function readCompose(variables: Variables): Promise<ComposeFile> {
  return readFilled(ONE_NODE, variables);
}

/** Both files merged by the rules of the compose specification, as with COMPOSE_FILE=docker-compose.yml:docker-compose.cluster.yml. */
export async function readCluster(variables: Variables): Promise<ComposeFile> {
  const [base, override] = [await readFilled(ONE_NODE, variables), await readFilled(THREE_NODES, variables)];
  const services = Object.entries(override.services as Readonly<Record<string, Service & Extension>>).map(
    ([name, { extends: extended, ...service }]) =>
      [name, extended ? merged(base.services[extended.service], service) : service] as const,
  );
  return merged(base, { ...override, services: Object.fromEntries(services) }) as ComposeFile;
}

interface Extension {
  readonly extends?: { readonly file: string; readonly service: string };
}

/** Maps are merged by key and lists are concatenated; of two volumes for one path, that of the override is used. */
function merged(base: unknown, override: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(override)) {
    const pathOf = (entry: unknown) => (typeof entry === 'string' ? entry.split(':')[1] : undefined);
    const replaced = new Set<string | undefined>(override.map(pathOf).filter((path) => path !== undefined));
    return [...base.filter((entry) => !replaced.has(pathOf(entry))), ...override];
  }
  if (!isMap(base) || !isMap(override)) return override === undefined ? base : override;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(override)])];
  return Object.fromEntries(keys.map((key) => [key, merged(base[key], override[key])]));
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readFilled(file: string, variables: Variables): Promise<ComposeFile> {
  return parse(await readFile(file, 'utf8'), { merge: true, reviver: filledIn }) as ComposeFile;

  function filledIn(_key: unknown, value: unknown): unknown {
    return typeof value === 'string' ? interpolate(value, variables) : value;
  }
}

const REFERENCE = /\$\$|\$\{(?<name>[A-Z_]+)(?:(?<how>:?[-?])(?<text>[^}]*))?\}/g;

/** The variables in a text of the compose specification. */
export function variablesIn(text: string): { readonly name: string; readonly required: boolean }[] {
  return [...text.matchAll(REFERENCE)].flatMap(({ groups: { name, how } = {} }) =>
    name === undefined ? [] : [{ name, required: how?.endsWith('?') ?? true }],
  );
}

/** The forms of the compose specification that the file uses: ${A}, ${A:-text}, ${A-text}, ${A:?text}, and $$ for a dollar. */
function interpolate(text: string, variables: Variables): string {
  return text.replaceAll(REFERENCE, (whole, name?: string, how = '', otherwise = '') => {
    if (name === undefined) return whole.slice(1);
    const value = variables[name];
    if (value !== undefined && (value !== '' || !how.startsWith(':'))) return value;
    if (how.endsWith('?')) throw new Error(`${name} ${otherwise}`);
    return how.endsWith('-') ? otherwise : '';
  });
}

export interface Example {
  readonly set: Variables;
  /** Values in comments: the defaults of variables that are not set. */
  readonly otherwise: Variables;
  /** The names of all variables, in the order of the file. */
  readonly listed: readonly string[];
}

/** The lines of .env.example: those that set a variable, and those that list an optional one. */
export async function readExample(): Promise<Example> {
  const lines = (await readFile('.env.example', 'utf8')).split('\n');
  const found = lines.flatMap((line) => {
    const parts = /^(?<comment># )?(?<name>[A-Z_]+)=(?<value>.*)/.exec(line)?.groups;
    return parts ? [parts as { comment?: string; name: string; value: string }] : [];
  });
  const valuesOf = (lines: typeof found) => Object.fromEntries(lines.map(({ name, value }) => [name, value]));
  return {
    set: valuesOf(found.filter(({ comment }) => comment === undefined)),
    otherwise: valuesOf(found.filter(({ comment }) => comment !== undefined)),
    listed: found.map(({ name }) => name),
  };
}

/** The folder of a new installation, with its script of secrets and its `.env`; `remove` removes it. */
export async function secretsFolder(dotEnv = '') {
  const folder = await mkdtemp(join(tmpdir(), 'installation-'));
  await mkdir(join(folder, 'deploy'));
  await cp('deploy/make-secrets.sh', join(folder, 'deploy/make-secrets.sh'));
  await writeFile(join(folder, '.env'), dotEnv);
  const secrets = join(folder, 'deploy/secrets');
  return {
    folder,
    secrets,
    /** Runs `deploy/make-secrets.sh`. Returns its exit code and output. */
    make(): { readonly code: number; readonly said: string } {
      const { status, stderr } = spawnSync('sh', ['deploy/make-secrets.sh'], { cwd: folder, encoding: 'utf8' });
      return { code: status ?? -1, said: stderr };
    },
    /** The text of each file. */
    async read(): Promise<Record<string, string>> {
      const names = await readdir(secrets);
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await readFile(join(secrets, name), 'utf8')] as const)),
      );
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
