import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { takenBy } from './placeholders.testing.js';

const SOURCE = 'apps/console/src';

/** A call that names its text, with the values that it gives. `given` is null if they are not written in the call. */
interface TextCall {
  readonly place: string;
  readonly room: string;
  readonly key: string;
  readonly given: readonly string[] | null;
}

const textsOfRoom = (room: string) =>
  JSON.parse(readFileSync(`apps/console/texts/en/${room}.json`, 'utf8')) as Readonly<Record<string, string>>;

/** The texts that an expression may choose: `key`, or each of `isSent ? 'sent' : 'notSent'`. */
function keysIn(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...keysIn(node.whenTrue), ...keysIn(node.whenFalse)];
  return ts.isParenthesizedExpression(node) ? keysIn(node.expression) : [];
}

function valuesIn(node: ts.Expression | undefined): readonly string[] | null {
  if (node === undefined) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map(({ name }) => (name as ts.Identifier).text);
}

/** The calls of the hooks that a file makes with `textsOf`, and of what they return. */
function callsIn(path: string, source: string): readonly TextCall[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const roomOfHook = new Map(
    Array.from(source.matchAll(/const (\w+) = textsOf\('([\w-]+)'/g), ([, hook, room]) => [hook!, room!]),
  );
  if (roomOfHook.size === 0) return [];
  const roomOf = new Map(roomOfHook);
  for (const [, name, hook] of source.matchAll(/\b(\w+) = (\w+)(?:\.in)?\(/g))
    if (roomOfHook.has(hook!)) roomOf.set(name!, roomOfHook.get(hook!)!);
  for (const [, name, type] of source.matchAll(/\b(\w+): (?:ReturnType<typeof )?(\w+)/g))
    if (roomOfHook.has(type!)) roomOf.set(name!, roomOfHook.get(type!)!);
  const calls: TextCall[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.arguments[0] !== undefined) {
      const { expression } = node;
      const called = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
      const room = ts.isIdentifier(called) ? roomOf.get(called.text) : undefined;
      if (room !== undefined) {
        const given = valuesIn(node.arguments[1]);
        const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        for (const key of keysIn(node.arguments[0])) calls.push({ place, room, key, given });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

const missingIn = (calls: readonly TextCall[]) =>
  calls.flatMap(({ place, room, key, given }) =>
    takenBy(textsOfRoom(room)[key] ?? '')
      .map((name) => name.replace(/[<>]/g, ''))
      .filter((name) => given !== null && !given.includes(name))
      .map((name) => `${place}: {${name}} of “${key}” in ${room}.json`),
  );

/** The types of imported JSON are `string`, so the compiler does not know what a text takes. */
describe('A text', () => {
  const calls = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|testing)\.tsx?$/.test(path))
    .flatMap((path) => callsIn(path, readFileSync(`${SOURCE}/${path}`, 'utf8')));

  it('is given a value for each of its placeholders, wherever it is named', () => {
    expect(calls.length).toBeGreaterThan(900);
    expect(missingIn(calls)).toEqual([]);
  });

  it.each([
    [`t('rows', { first, last: 2 })`, ['a.tsx:1: {counted} of “rows” in list.json']],
    [`t(isOne ? 'tasks' : 'title')`, ['a.tsx:1: {count} of “tasks” in list.json']],
    [`t('rows', { ...values })`, []],
    [`t('tasks', { count })`, []],
  ])('is found to lack a value: %s', (call, missing) => {
    const source = `const useTexts = textsOf('list', english); const t = useTexts(); ${call}`;
    expect(missingIn(callsIn('a.tsx', source))).toEqual(missing);
  });
});
