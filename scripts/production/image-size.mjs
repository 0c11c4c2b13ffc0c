import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../launcher/project.mjs';

/*
 * `node scripts/production/image-size.mjs`: what each layer of the production image adds to its base, for docs/operating.md. Computed
 * from what the Dockerfile copies, from package-lock.json and from the installed packages and the build; no image is built for it.
 */

/** MB (1,000,000 bytes) by layer, in the order of the Dockerfile. */
export function layersOfImage() {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const workspaces = [...dockerfile.matchAll(/--workspace=(\S+)/g)].map(([, path]) => path);
  const removed = [...dockerfile.matchAll(/node_modules\/(@[\w-]+)/g)].map(([, scope]) => `node_modules/${scope}/`);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const kept = packagesOf(packages, workspaces).filter((path) => !removed.some((scope) => path.startsWith(scope)));
  const notInImage = /^dist\/(bench|torture|apps\/worker\/src\/demo|fonts)|\/testing\/|^dist\/\./;
  return {
    'packages of the three apps': sum(kept.map((path) => sizeOf(path, { leftOut: /\/node_modules$/ }))),
    'fonts of the PDF': sizeOf('dist/fonts'),
    'apps, libraries and console': sizeOf('dist', { leftOut: notInImage }),
    'catalogue and commands': sum(copiedOf(dockerfile).map((path) => sizeOf(path))),
  };
}

/** What the last stage copies from the repository itself. */
const copiedOf = (dockerfile) =>
  [...dockerfile.matchAll(/^COPY (?!--from|\. )(.+) \S+$/gm)].flatMap(([, paths]) => paths.split(' '));

/** Paths of the packages that these workspaces need, as npm resolves them: those installed here, or those of `everyPlatform`. */
export function packagesOf(lock, workspaces, { everyPlatform = false } = {}) {
  const found = new Set();
  const visit = (path) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const target = resolve(lock, path, name);
      if (target === undefined || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  workspaces.forEach(visit);
  return [...found].filter((path) => everyPlatform || existsSync(join(ROOT, path)));
}

function resolve(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (lock[path]) return path;
    if (!folder) return undefined;
  }
}

/** Bytes of the files and folders below `path`, in whole blocks of so many bytes, without what `leftOut` matches. */
export function sizeOf(path, { leftOut = /(?!)/, block = 1 } = {}) {
  if (leftOut.test(path)) return 0;
  const entry = lstatSync(join(ROOT, path));
  if (!entry.isDirectory()) return block * Math.ceil(entry.size / block);
  const names = readdirSync(join(ROOT, path));
  return sum(names.map((name) => sizeOf(`${path}/${name}`, { leftOut, block }))) + (block > 1 ? block : 0);
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [layer, bytes] of Object.entries(layersOfImage())) console.log(`${(bytes / 1e6).toFixed(1)} MB  ${layer}`);
}
