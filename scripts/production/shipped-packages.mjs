import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../launcher/project.mjs';
import { packagesOf } from './image-tree.mjs';

const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/** Licences of packages that state none in their package.json, or a wrong one, taken from their licence files. */
const LICENSE_FILES = {
  '@digabi/noto-sans': 'OFL-1.1',
  busboy: 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/** The workspaces that ship: apps, libraries and the fonts of the PDF. */
const isShipped = (path) => /^(apps|libs)\/[^/]+$|^fonts$/.test(path);

/**
 * The packages that ship, by name. `usedBy` has the workspaces that depend on a package directly; it is empty for a package that only comes
 * with another one. `license` is undefined for builds for other platforms, which the lock does not describe.
 */
export function shippedPackages() {
  const { packages: lock } = readJson('package-lock.json');
  const workspaces = Object.keys(lock).filter(isShipped);
  return packagesOf(lock, workspaces, { everyPlatform: true })
    .filter((path) => !lock[path].link)
    .map((path) => {
      const { version, optional = false, name = nameOf(path), license } = lock[path];
      const usedBy = workspaces.filter((workspace) => lock[workspace].dependencies?.[nameOf(path)]);
      return { name, version, license: LICENSE_FILES[name] ?? license, optional, usedBy };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The CycloneDX bill of materials of what ships, made by npm from the lock, for every platform. */
export async function billOfMaterials() {
  const { name } = readJson('package.json');
  const shipped = new Set(shippedPackages().map((one) => `${one.name}@${one.version}`));
  const whole = JSON.parse(await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']));
  const component = { ...whole.metadata.component, name, type: 'application' };
  // npm's own --omit=dev also omits what the root depends on for its specs, such as pg.
  const kept = whole.components.filter((one) => shipped.has(one['bom-ref']));
  const refs = new Set(kept.map((one) => one['bom-ref']));
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const asked = shippedPackages().filter(({ usedBy }) => usedBy.length > 0);
  const ofProduct = { ref: component['bom-ref'], dependsOn: asked.map((one) => `${one.name}@${one.version}`) };
  return {
    ...whole,
    metadata: { ...whole.metadata, component },
    components: kept,
    dependencies: [ofProduct, ...dependencies],
  };
}

/** The text of docs/dependencies.md. Asks the registry for the release dates of each version and of the newest version of its package. */
export async function describeDependencies() {
  const asked = shippedPackages().filter(({ usedBy }) => usedBy.length > 0);
  const rows = await Promise.all(asked.map((one) => queue(() => rowOf(one))));
  const file = join(ROOT, 'docs/dependencies.md');
  return format(readFileSync(file, 'utf8').replace(/^- .*$(\n^- .*$)*/m, rows.join('\n')), {
    parser: 'markdown',
    ...(await resolveConfig(file)),
  });
}

const queue = pLimit(8);

async function rowOf({ name, version, license, usedBy }) {
  const { created, modified, ...releases } = JSON.parse(await npm(['view', name, 'time', '--json']));
  const newest = Object.values(releases).sort().at(-1);
  return `- **${name}** ${version}, ${license}; released ${day(releases[version])}, newest ${day(newest)}; ${usedBy.join(', ')}`;
}

const day = (instant) => instant?.slice(0, 10) ?? 'unknown';

const execute = promisify(execFile);

async function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []];
  const { stdout } = await execute(command, [...first, ...args], { cwd: ROOT, maxBuffer: 64e6 });
  return stdout;
}
