import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { freePort } from '@throughline/platform/testing';
import { readCompose, readExample } from './compose-file.js';
import { askedFor } from './trial.mjs';
import type { Reachable } from './work.js';

const execute = promisify(execFile);

/** Files that only a clone on somebody's machine has, for example one that is used as an installation. */
const NOT_CLONED = ['node_modules', 'dist', '.git', '.data', '.env', 'backup', 'docker-compose.override.yml'];
/** Folders for the files of an installation, which are empty in a clone. */
const EMPTY_FOLDERS = ['secrets', 'certificates', 'site', 'catalogue'].map((name) => `deploy/${name}`);

const isCloned = (path: string): boolean =>
  !NOT_CLONED.includes(relative('.', path)) &&
  (!EMPTY_FOLDERS.includes(relative('.', dirname(path))) || basename(path) === '.gitignore');

/** Stand-ins for images, by the names that docker-compose.yml, the Dockerfile and docs/operating.md have for them. */
const standIns = (): ReadonlyMap<string, string> => askedFor().images as Map<string, string>;

export interface ContainerDetails {
  readonly Config: { readonly Env: readonly string[] };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean };
}

/**
 * An installation in Docker, made from a fresh clone with the commands of docs/operating.md, word for word except for its name, its ports
 * and third-party images. Containers, volumes and the image's tag have unique names, so that no installation on this host is affected.
 */
export class Containers implements Reachable {
  readonly nodes: readonly string[];

  private constructor(
    readonly folder: string,
    readonly origin: string,
    /** The name of the compose project, and of the image's tag. */
    readonly project: string,
  ) {
    this.nodes = [origin];
  }

  static async prepare(): Promise<Containers> {
    const folder = mkdtempSync(join(tmpdir(), 'throughline-trial-'));
    cpSync('.', folder, { recursive: true, filter: isCloned });
    const port = await freePort();
    const project = folder.split('/').at(-1)?.toLowerCase() ?? '';
    const containers = new Containers(folder, `http://localhost:${port}`, project);
    await containers.overrideImages(port);
    return containers;
  }

  /** Writes docker-compose.override.yml, which builds the apps' image from another base, and replaces the engines' images. */
  private async overrideImages(port: number): Promise<void> {
    const { set } = await readExample();
    const { services } = await readCompose(set);
    const others = standIns();
    const contexts = Object.fromEntries([...others].map(([name, other]) => [name, `docker-image://${other}`]));
    const overridden = Object.entries(services).map(([name, { image, build }]) => [
      name,
      build !== undefined
        ? { build: { context: '.', additional_contexts: contexts } }
        : { image: others.get(image) ?? image, ...(others.has(image) && { pull_policy: 'never' }) },
    ]);
    const text = stringify({ services: Object.fromEntries(overridden) });
    const ports = `    ports: !override ['127.0.0.1:${port}:${port}']\n`;
    writeFileSync(
      join(this.folder, 'docker-compose.override.yml'),
      text.replace(/^ {2}proxy:\n/m, (line) => line + ports),
    );
  }

  /** Sets variables in `.env`. */
  set(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables))
      appendFileSync(join(this.folder, '.env'), `\n${name}=${value}\n`);
  }

  /** Writes a secret that cannot be generated. */
  write(file: string, text: string): void {
    writeFileSync(join(this.folder, 'deploy/secrets', file), `${text}\n`);
  }

  /**
   * Runs the commands in a section of docs/operating.md that contain one of `only`, or all of its blocks, one after the other.
   * @throws Error with the output if one fails
   */
  async follow(section: string, only: readonly string[] = ['']): Promise<void> {
    const wanted = commandsOf(section).filter((command) => only.some((words) => command.includes(words)));
    if (wanted.length < only.length)
      throw new Error(`"${section}" of docs/operating.md has no such commands: ${only.join(', ')}`);
    for (const command of wanted) await this.run(command);
  }

  /** Runs a shell command in the installation's folder. Resolves with its output. */
  async run(command: string, input = ''): Promise<string> {
    const image = standIns().get('debian:12') ?? 'debian:12';
    const placed = command
      .replaceAll('sudo ', '') // these run as the user who runs Docker
      .replaceAll(/\bthroughline_(?=\w+:)/g, `${this.project}_`)
      .replaceAll('debian:12', image);
    const ofCompose = [`COMPOSE_PROJECT_NAME=${this.project}`, 'COMPOSE_PROGRESS=plain', 'COMPOSE_ANSI=never'];
    const child = spawn('env', [...ofCompose, 'sh', '-ec', placed], { cwd: this.folder, stdio: 'pipe' });
    const printed: string[] = [];
    const errors: string[] = [];
    child.stdout.on('data', (chunk) => printed.push(String(chunk)));
    child.stderr.on('data', (chunk) => errors.push(String(chunk)));
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${placed}\n${printed.join('')}${errors.join('')}`);
    return printed.join('');
  }

  operate(args: readonly string[], input = ''): Promise<string> {
    return this.run(`docker compose run --rm -T operate ${args.map((word) => `'${word}'`).join(' ')}`, input);
  }

  /** The output of `docker inspect` for each running container, by service. */
  async inspect(): Promise<Readonly<Record<string, ContainerDetails>>> {
    const lines = (await this.run("docker compose ps --format '{{.Service}} {{.ID}}'")).trim().split('\n');
    const found = lines.map(async (line) => {
      const [service = '', id = ''] = line.split(' ');
      const [details] = JSON.parse((await execute('docker', ['inspect', id])).stdout) as ContainerDetails[];
      return [service, details] as const;
    });
    return Object.fromEntries(await Promise.all(found)) as Record<string, ContainerDetails>;
  }

  async end(): Promise<void> {
    await this.run('docker compose --profile "*" down --volumes --remove-orphans --timeout 5');
    await this.run(
      `docker image ls --quiet 'throughline:${this.project}*' | sort -u | xargs -r docker image rm --force`,
    );
    rmSync(this.folder, { recursive: true });
  }
}

/** The commands in the `sh` blocks of a section of docs/operating.md, each with its continuation lines. */
export function commandsOf(section: string): readonly string[] {
  const page = readFileSync('docs/operating.md', 'utf8');
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').trim().split('\n'),
  );
}
