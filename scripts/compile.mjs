import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { build as bundle } from 'vite';
import { ROOT } from './launcher/project.mjs';

/*
 * Compiles the projects of nest-cli.json into dist, file by file and without checking types; `npm run check` does that. The aliases of
 * tsconfig.json become relative imports. JSON files are copied. `nest build` is not used, because its package installs the TypeScript
 * compiler, generators and a downloader.
 */
const IS_BUILT = /^(?!.*(\/node_modules\/|\.(spec|contract-suite|testing|d)\.ts$)).*\.(ts|json)$/;

const readJson = async (name) => JSON.parse(await readFile(join(ROOT, name), 'utf8'));
const { paths } = (await readJson('tsconfig.json')).compilerOptions;
const sources = Object.values((await readJson('nest-cli.json')).projects).map(({ sourceRoot }) => sourceRoot);
const OPTIONS = {
  cwd: ROOT,
  swcrc: false,
  sourceMaps: true,
  module: { type: 'es6', resolveFully: true },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
    baseUrl: ROOT,
    paths,
  },
};

async function build(file) {
  const output = join(ROOT, 'dist', file.replace(/\.ts$/, '.js'));
  await mkdir(dirname(output), { recursive: true });
  await (file.endsWith('.json') ? copyFile(join(ROOT, file), output) : compile(file, output));
}

async function compile(file, output) {
  const sourceFileName = relative(dirname(output), join(ROOT, file));
  const { code, map } = await transformFile(join(ROOT, file), { ...OPTIONS, sourceFileName });
  await Promise.all([
    writeFile(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`),
    writeFile(`${output}.map`, map),
  ]);
}

async function filesOf(folder) {
  const entries = await readdir(join(ROOT, folder), { recursive: true });
  return entries.map((entry) => join(folder, entry)).filter((file) => IS_BUILT.test(file));
}

/**
 * What somebody else runs with Node alone to verify exported evidence is one file: the modules that the product verifies with, bundled. It is
 * not minified, so that it can be read before it is believed.
 */
async function bundleVerifier() {
  const folder = join(ROOT, 'dist/apps/worker/src/file/export-evidence');
  await bundle({
    configFile: false,
    logLevel: 'warn',
    root: join(ROOT, 'dist'),
    ssr: { noExternal: true },
    build: {
      ssr: join(folder, 'verifier/main.js'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        treeshake: { moduleSideEffects: (id) => id.endsWith('/verifier/main.js') },
        output: { entryFileNames: 'verify.mjs' },
      },
    },
  });
}

await Promise.all((await Promise.all(sources.map(filesOf))).flat().map(build));
await bundleVerifier();
