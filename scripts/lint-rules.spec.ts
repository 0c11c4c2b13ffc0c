import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Code that the project's rules refuse: a file name and its content. */
const REFUSED: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['house/file-name', 'libs/domain/src/note/utils.ts', 'export {};'],
  ['house/file-name', 'apps/api/src/common/note.ts', 'export {};'],
  ['house/file-name', 'apps/console/src/features/note/date-helper.tsx', 'export {};'],
  ...[
    "export const refusal = 'This patient has no note.';",
    'export const refusal = (name: string) => `${name} was removed from the order.`;',
    "export const COLUMNS = ['Due', 'Patient'];",
  ].map((code) => ['house/words', 'libs/domain/src/note/note.ts', code] as const),
  [
    'house/words',
    'apps/console/src/features/failure/failure.tsx',
    'export const Order = () => <p>The order failed</p>;',
  ],
  [
    'no-restricted-syntax',
    'apps/console/src/features/failure/failure.tsx',
    'export const Failures = (id: string) => <Failed {...{ id }} />;',
  ],
  ['house/file-size', 'apps/api/src/note/long.ts', `export {};${'\n'.repeat(300)}`],
  ['no-restricted-syntax', 'apps/api/src/note/port.ts', 'export const port = process.env.PORT;'],
  ['no-restricted-syntax', 'apps/api/src/note/keys.ts', 'export const keys = () => fetch("http://a/keys");'],
  ['no-restricted-syntax', 'libs/domain/src/note/now.ts', 'export const at = Date.now();'],
  ['no-restricted-syntax', 'libs/domain/src/note/today.ts', 'export const at = new Date();'],
  ['no-restricted-syntax', 'libs/domain/src/note/dice.ts', 'export const id = Math.random();'],
  ['no-restricted-syntax', 'libs/domain/src/note/id.ts', 'export const id = crypto.randomUUID();'],
  ['no-restricted-syntax', 'libs/domain/src/note/wait.ts', 'export async function wait() {}'],
  [
    'no-restricted-syntax',
    'libs/domain/src/note/note.ts',
    'export function evolve(s: 1, e: { type: string }) { switch (e.type) { default: return s; } }',
  ],
  ['no-restricted-syntax', 'apps/api/src/note/note.ts', 'export interface INote { text: string }'],
  ['no-restricted-syntax', 'apps/api/src/note/note.ts', 'export class NoteManager {}'],
  [
    'no-restricted-imports',
    'libs/read-models/src/note/note.ts',
    `import { noteDecider } from '@throughline/domain'; export { noteDecider };`,
  ],
  [
    'no-restricted-imports',
    'apps/worker/src/note/note.ts',
    `import { EventsHandler } from '@nestjs/cqrs'; export { EventsHandler };`,
  ],
  [
    'no-restricted-imports',
    'apps/api/src/note/note.ts',
    `import { QueryBus } from '@nestjs/cqrs'; export { QueryBus };`,
  ],
  ...[
    `import { noteDecider } from '@throughline/domain'; export { noteDecider };`,
    `import { evolveNote } from '@throughline/domain'; export { evolveNote };`,
    `import { DomainError } from '@throughline/domain/kernel'; export { DomainError };`,
    `import * as domain from '@throughline/domain'; export { domain };`,
  ].map(
    (code) => ['@typescript-eslint/no-restricted-imports', 'libs/contracts/src/note/note.contract.ts', code] as const,
  ),
  ['@typescript-eslint/no-explicit-any', 'apps/api/src/note/note.ts', 'export const note = (text: any) => `${text}`;'],
  ['no-restricted-globals', 'apps/console/src/features/note/kept.ts', "export const kept = localStorage.getItem('a');"],
  [
    'react-hooks/rules-of-hooks',
    'apps/console/src/features/note/note.tsx',
    `import { useState } from 'react'; export function Note({ a }: { a: 1 }) { if (a) useState(1); return null; }`,
  ],
  ...[
    'export const Home = () => <h1>welcome</h1>;',
    'export const Home = () => <Page title="Welcome" />;',
    "export const Home = ({ user }) => <Page title={user ? 'Welcome back' : 'welcome to you'} />;",
    'export const Home = ({ count }) => <Page title={`${count} referrals found`} />;',
    "export const CARDS = [{ title: 'Submit New Referral' }];",
  ].map((code) => ['no-restricted-syntax', 'apps/console/src/routes/home.tsx', code] as const),
  [
    'no-restricted-syntax',
    'apps/console/src/features/note/note-address.ts',
    'export const addressOf = (id: string) => `/referral/${id}?tab=notes`;',
  ],
  ...[
    "export const mail = { subject: 'Your note', text: say('note') };",
    'export const mail = (id: string) => ({ subject: `Note ${id}`, text: "" });',
    "export const mail = { subject: say('note'), text: ['Your note', ''].join('') };",
  ].map((code) => ['no-restricted-syntax', 'apps/worker/src/note/note-mail.ts', code] as const),
];

/** Code that the rules allow. */
const ALLOWED: readonly (readonly [file: string, code: string])[] = [
  [
    'apps/console/src/routes/home.tsx',
    "export const Home = ({ say }) => <Page title={say('welcome')}>· {say('about')}</Page>;",
  ],
  ['apps/console/src/routes/queue.tsx', 'export const Queue = () => <h1>Queue</h1>;'],
  [
    'apps/identity/src/note/note-mail.ts',
    "export const mail = { subject: say('note'), text: say('text'), id: `note.${id}` };",
  ],
  ['libs/domain/src/note/note.ts', 'export const at = (iso: string) => new Date(iso).getTime();'],
  ['libs/domain/src/note/note.ts', 'export const shared = { misc: 1 };'],
  ['libs/domain/src/note/note.ts', "export const codes = ['order/too-many-items', 'patient', 'Patient Contact 1st'];"],
  ['libs/domain/src/note/note.spec.ts', "export const said = 'This patient has no note.';"],
  ['apps/api/src/note/note.ts', 'export const rows = (n: number) => `select id from note where n > ${n} order by id`;'],
  [
    'libs/domain/src/note/note.ts',
    'export function evolve(s: 1, e: { type: string }) { switch (e.type) { default: return evolveNotes(s, e); } }',
  ],
  ['libs/platform/src/config/config.ts', 'export const port = process.env.PORT;'],
  ['apps/api/src/note/note.ts', `import { CommandBus } from '@nestjs/cqrs'; export { CommandBus };`],
  ['apps/api/src/note/note.ts', 'export async function note() { await Promise.resolve(Date.now()); }'],
  ['apps/api/src/note/note.spec.ts', 'export const note = () => fetch("http://a/note");'],
  [
    'libs/contracts/src/note/note.contract.ts',
    `import { NOTE_LIMIT, type Note } from '@throughline/domain'; export { NOTE_LIMIT }; export type { Note };`,
  ],
  [
    'libs/contracts/src/note/note.contract.ts',
    `import type { Note } from '@throughline/domain'; export type { Note };`,
  ],
  [
    'libs/read-models/src/note/note.spec.ts',
    `import { noteDecider } from '@throughline/domain'; export { noteDecider };`,
  ],
];

/** Runs ESLint in a separate process, because it would load TypeScript into jest's sandbox. Rules that need types are left out. */
const LINT = `
  import { ESLint } from 'eslint';
  import tseslint from 'typescript-eslint';
  const eslint = new ESLint({ overrideConfig: [{ files: ['**/*.{ts,tsx}'], ...tseslint.configs.disableTypeChecked }] });
  const cases = JSON.parse(process.argv[1]);
  const found = [];
  for (const [filePath, code] of cases) {
    const [{ messages }] = await eslint.lintText(code, { filePath });
    found.push(messages.map(({ ruleId, message }) => ruleId ?? message));
  }
  console.log(JSON.stringify(found));
`;

describe('The lint rules', () => {
  let found: string[][];
  const cases = [...REFUSED.map(([, file, code]) => [file, code] as const), ...ALLOWED];

  beforeAll(() => {
    const args = ['--input-type=module', '--eval', LINT, JSON.stringify(cases)];
    found = JSON.parse(spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).stdout) as string[][];
  });

  it.each(REFUSED.map(([rule, file, code], index) => ({ rule, file, code: code.split('\n')[0], index })))(
    '$rule refuses $code in $file',
    ({ rule, index }) => {
      expect(found[index]).toContain(rule);
    },
  );

  it.each(ALLOWED.map(([file, code], index) => ({ file, code, index })))('allow $code in $file', ({ index }) => {
    expect(found[REFUSED.length + index]).toEqual([]);
  });
});
