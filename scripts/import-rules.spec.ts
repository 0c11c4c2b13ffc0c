import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Every rule with an import that it must refuse: rule, importing file, import. */
const REFUSED: readonly (readonly [rule: string, file: string, line: string])[] = [
  ['domain-imports-only-itself', 'libs/domain/src/note/clock.ts', `import 'node:crypto';`],
  ['domain-imports-only-itself', 'libs/domain/src/note/package.ts', `import 'zod';`],
  ['domain-imports-only-itself', 'libs/domain/src/note/wire.ts', `import '@throughline/contracts';`],
  ['aggregate-is-an-island', 'libs/domain/src/note/neighbour.ts', `import '../file/file.js';`],
  ['aggregate-is-an-island', 'libs/domain/src/kernel/upwards.ts', `import '../file/file.js';`],
  ['contracts-know-domain-and-zod', 'libs/contracts/src/driver.ts', `import 'pg';`],
  ['contracts-know-domain-and-zod', 'libs/contracts/src/server.ts', `import '@throughline/platform';`],
  ['platform-knows-no-business', 'libs/platform/src/business.ts', `import '@throughline/domain';`],
  ['event-store-knows-kernel-and-platform', 'libs/event-store/src/wire.ts', `import '@throughline/contracts';`],
  ['event-store-knows-kernel-and-platform', 'libs/event-store/src/business.ts', `import '@throughline/domain';`],
  [
    'event-store-knows-kernel-and-platform',
    'libs/event-store/src/type.ts',
    `import type {} from '@throughline/domain';`,
  ],
  ['mail-texts-know-kernel-only', 'libs/mail-texts/src/business.ts', `import '@throughline/domain';`],
  ['read-models-know-libraries-only', 'libs/read-models/src/app.ts', `import '../../../apps/api/src/note/note.js';`],
  ['identity-knows-no-business', 'apps/identity/src/business.ts', `import '@throughline/domain';`],
  ['app-is-an-island', 'apps/api/src/worker.ts', `import '../../worker/src/queue/job.js';`],
  ['app-is-an-island', 'apps/console/src/server.ts', `import type {} from '../../api/src/note/note.js';`],
  ['feature-is-an-island', 'apps/api/src/brand-new/neighbour.ts', `import '../note/note.js';`],
  ['feature-is-an-island', 'apps/worker/src/brand-new/neighbour.ts', `import '../note/note.js';`],
  [
    'console-feature-is-an-island',
    'apps/console/src/features/brand-new/neighbour.ts',
    `import type {} from '../note/note.js';`,
  ],
  ['console-ui-knows-no-feature', 'apps/console/src/ui/note-field.ts', `import '../features/note/note.js';`],
  ['http-knows-no-feature', 'apps/api/src/http/note-route.ts', `import '../note/note.js';`],
  ['a-draft-has-its-command', 'apps/console/src/features/note/draft.ts', `import '../../session/storage/drafts.js';`],
  ['console-is-a-client', 'apps/console/src/database.ts', `import '@throughline/read-models';`],
  ['browser-has-no-node', 'apps/console/src/file.ts', `import 'node:fs';`],
  ['library-through-its-index', 'apps/api/src/note/deep.ts', `import '../../../../libs/domain/src/file/file.js';`],
  ['library-through-its-index', 'libs/read-models/src/deep.ts', `import '../../domain/src/file/file.js';`],
  ['testing-stays-in-tests', 'libs/event-store/src/product.ts', `import './testing/index.js';`],
  ['testing-stays-in-tests', 'libs/domain/src/file/product.ts', `import './file.spec.js';`],
  ['no-barrel', 'apps/api/src/note/index.ts', `export * from './note.js';`],
  ['start-needs-no-package', 'scripts/launcher/early.mjs', `import 'pg';`],
  [
    'thread-loads-little',
    'apps/worker/src/file/check-file/pdf-check/find-pdf-fault.ts',
    `import { PDF_HEADER } from '@throughline/contracts';`,
  ],
  ['used-by-the-product', 'apps/api/src/note/unused.ts', `import './note.js';`],
  ['used-by-the-product', 'libs/domain/src/file/kept-by-its-spec.ts', `import './file.js';`],
  ['no-cycle', 'libs/domain/src/note/egg.ts', `import './hen.js';`],
  ['no-unresolvable', 'apps/api/src/note/nowhere.ts', `import './does-not-exist.js';`],
  ['package-is-declared', 'apps/api/src/note/luck.ts', `import 'pg';`],
];

/** Imports that the rules allow, and the files that the refused ones point at. */
const ALLOWED: readonly (readonly [file: string, line: string])[] = [
  ...['contracts', 'platform', 'read-models'].map((lib) => [`libs/${lib}/src/index.ts`, ''] as const),
  ['libs/domain/src/index.ts', `export * from './policies/when.policy.js';`],
  ['libs/domain/src/file/file.ts', `import '../kernel/event.js';`],
  ['libs/domain/src/file/file.spec.ts', `import '@jest/globals';`],
  ['libs/domain/src/file/kept-by-its-spec.spec.ts', `import './kept-by-its-spec.js';`],
  ['libs/domain/src/kernel/event.ts', ''],
  ['libs/domain/src/kernel/index.ts', `export * from './event.js';`],
  ['libs/event-store/src/index.ts', `export * from './log.js';`],
  ['libs/event-store/src/log.ts', `import '@throughline/domain/kernel'; import '@throughline/platform';`],
  ['libs/domain/src/note/hen.ts', `import './egg.js';`],
  ['libs/domain/src/policies/when.policy.ts', `import '../file/file.js';`],
  ['libs/event-store/src/testing/index.ts', ''],
  ['apps/api/src/note/note.ts', `import '@throughline/domain'; import '../http/plumbing.js';`],
  ['apps/api/src/note/note.int.spec.ts', `import '@throughline/event-store/testing';`],
  ['apps/api/src/http/plumbing.ts', `import '../live/live.js';`],
  ['apps/api/src/live/live.ts', ''],
  ['apps/api/src/api.module.ts', `import './note/note.js';`],
  ['apps/api/src/main.ts', `import './api.module.js'; import '@throughline/event-store';`],
  ['apps/worker/src/queue/job.ts', ''],
  ['apps/worker/src/note/note.ts', `import '../queue/job.js';`],
  ['apps/worker/src/main.ts', `import './note/note.js';`],
  ['apps/console/src/session/storage/drafts.ts', ''],
  ['apps/console/src/draft/kept-draft.ts', `import '../session/storage/drafts.js';`],
  ['apps/console/src/features/note/note.ts', `import '@throughline/contracts';`],
  ['apps/console/src/main.tsx', `import './routes.js'; import './draft/kept-draft.js';`],
  ['apps/console/src/routes.ts', `import './features/note/note.js'; import './features/brand-new/neighbour.js';`],
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** `npm run check` runs the same program on the product. */
function violationsIn(folder: string): Violation[] {
  const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', 'apps', 'libs', 'scripts'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

describe('The import rules', () => {
  let tree: string;
  let violations: Violation[];

  beforeAll(() => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'import-rules-')));
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    copyFileSync(join(ROOT, 'tsconfig.json'), join(tree, 'tsconfig.json'));
    writeFileSync(join(tree, 'package.json'), '{ "type": "module", "devDependencies": { "@jest/globals": "*" } }');
    for (const [file, line] of [...ALLOWED, ...REFUSED.map(([, file, line]) => [file, line] as const)]) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), `${line}\nexport {};\n`);
    }
    violations = violationsIn(tree);
  });
  afterAll(() => {
    rmSync(tree, { recursive: true });
  });

  it.each(REFUSED)('%s refuses, in %s, %s', (rule, file) => {
    expect(violations).toContainEqual(
      expect.objectContaining({ from: file, rule: expect.objectContaining({ name: rule }) }),
    );
  });

  it('each refuse an import above', async () => {
    const { default: config } = (await import(join(ROOT, '.dependency-cruiser.cjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    expect(new Set(REFUSED.map(([rule]) => rule))).toEqual(new Set(config.forbidden.map(({ name }) => name)));
  });

  it('allow the rest', () => {
    const allowed = ALLOWED.map(([file]) => file).filter((file) => !file.includes('/hen.'));
    expect(violations.filter(({ from }) => allowed.includes(from))).toEqual([]);
  });
});
