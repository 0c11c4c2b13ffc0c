import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installAndBuild } from '../launcher/installation/install-and-build.mjs';
import { ROOT } from '../launcher/project.mjs';
import { layersOfImage } from './image-tree.mjs';

/*
 * `node scripts/production/image-size.mjs`: what each layer of the production image adds to its base, for docs/operating.md. It installs
 * and builds what is missing, but no image.
 */

/** Bytes of each layer by its title, in the order of the Dockerfile. Everything must be installed and built. */
export function sizesOfLayers() {
  const sizeOfAll = (files) => files.reduce((total, file) => total + lstatSync(join(ROOT, file)).size, 0);
  return Object.fromEntries(layersOfImage().map(({ title, files }) => [title, sizeOfAll(files)]));
}

/** Bytes that the files and folders below `path` occupy on a disk with blocks of this size. */
export function spaceOf(path, block) {
  const entry = lstatSync(join(ROOT, path));
  if (!entry.isDirectory()) return block * Math.ceil(entry.size / block);
  return readdirSync(join(ROOT, path)).reduce((total, name) => total + spaceOf(`${path}/${name}`, block), block);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await installAndBuild(new AbortController().signal);
  const sizes = Object.entries(sizesOfLayers());
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const [title, bytes] of [...sizes, ['in all', total]]) console.log(`${(bytes / 1e6).toFixed(1)} MB  ${title}`);
}
