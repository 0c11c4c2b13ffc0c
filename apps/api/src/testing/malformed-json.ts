import fc from 'fast-check';

/*
 * Bodies as texts, not as values, because servers often break on text that `JSON.stringify` would never write. The same seed gives the same
 * bodies.
 */

const LONG = JSON.stringify('é'.repeat(20_000));
const DEEP = nested(2_000);

/** Texts that replace an expected value: JSON, or nearly JSON. */
const ODD_TEXTS = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '0.1',
  '1e-9',
  '1e999',
  '-1e999',
  '9007199254740993',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'undefined',
  '0x10',
  '01',
  "'x'",
  '{,}',
  '[',
  '"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"length":-1}',
  '{"toString":1,"valueOf":1}',
  '{"then":{}}',
  '{"__proto__":null}',
  '""',
  '" "',
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '"1e3"',
  '"-0"',
  '"true"',
  '"null"',
  '"[object Object]"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '"../../etc/passwd"',
  '"%00"',
  '"\'; drop table"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud83d"',
  '"\\udc69x"',
  '"\\u202e"',
  '"\\ufeff"',
  '"\u0007\u001b"',
  '"\\u0007\\u001b"',
  '"0000-00-00"',
  '"0001-01-01"',
  '"1899-12-31"',
  '"2027-02-29"',
  '"9999-12-31"',
  '"+275760-09-14"',
  '"2027-01-01T00:00"',
  '"99999999999999999999"',
  '"a@b"',
  `"${'a'.repeat(64)}@${'b.'.repeat(60)}example"`,
  LONG,
  DEEP,
];
const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)) },
);

/** Returns the replacement for the text of one value: another text, or null to remove the value. */
type Edit = (text: string) => string | null;

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: oddText.map((odd) => () => odd) },
  { weight: 2, arbitrary: fc.constant(() => null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Edit>(
      (text) => `[${text}]`,
      (text) => `{"0":${text}}`,
      (text) => `${text},${text}`,
    ),
  },
  { weight: 2, arbitrary: fc.tuple(memberName(), oddText).map(([name, odd]) => withMember(name, odd)) },
);

function memberName() {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'then',
    'length',
    '',
    '\0',
    '\ud83d',
    'a.b',
    'userId',
    'user',
    'form',
  ];
  return fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 20 }));
}

/** Adds a member in front, so that its name occurs twice; a value that is not an object becomes one. */
const withMember = (name: string, odd: string): Edit => {
  const member = `${JSON.stringify(name)}:${odd}`;
  return (text) => (text.startsWith('{') ? `{${member}${text === '{}' ? '' : ','}${text.slice(1)}` : `{${member}}`);
};

/** Bodies similar to a valid one: some values are replaced, missing or repeated; or the text itself is broken. */
export function malformedJson(good: unknown): fc.Arbitrary<string> {
  const edits = fc.array(fc.tuple(fc.constantFrom(...pathsOf(good)), edit), { minLength: 1, maxLength: 3 });
  const goodText = JSON.stringify(good);
  const place = fc.nat({ max: goodText.length });
  return fc.oneof(
    { weight: 30, arbitrary: edits.map((all) => written(good, new Map(all)) ?? '') },
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: place.map((end) => goodText.slice(0, end)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(place, fc.string({ unit: 'binary', maxLength: 3 }))
        .map(([at, odd]) => goodText.slice(0, at) + odd + goodText.slice(at + 1)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(nested(100_000), nested(100_000, '{"a":', '}'), JSON.stringify('x'.repeat(270_000))),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...pathsOf(good))
        .map((path) => written(good, new Map([[path, () => nested(50_000)]])) ?? ''),
    },
  );
}

function nested(depth: number, open = '[', close = ']'): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** JSON pointers to the value itself and to all values in it. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, `${path}/${name}`))];
}

function written(value: unknown, edits: ReadonlyMap<string, Edit>, path = ''): string | null {
  const inner = (name: string | number, of: unknown) => written(of, edits, `${path}/${name}`);
  let text = JSON.stringify(value);
  if (Array.isArray(value)) {
    text = `[${value
      .map((of, index) => inner(index, of))
      .filter((part) => part !== null)
      .join()}]`;
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, of]) => [name, inner(name, of)] as const);
    text = `{${members.flatMap(([name, part]) => (part === null ? [] : [`${JSON.stringify(name)}:${part}`])).join()}}`;
  }
  const change = edits.get(path);
  return change ? change(text) : text;
}
