import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';
import { fontFiles } from './font-files.mjs';
import { codePointsOf, fontOf, nameTable, tablesOf, widen } from './sfnt.mjs';

/*
 * Unpacks the fonts of the submission PDF into dist/fonts, as Typst reads no WOFF2: `1.ttf`, `2.ttf`, … and `coverage.json`, which says
 * what each has glyphs for. Each gets a family name that no installed font has, so that none can take its place.
 */
const OUTPUT = join(import.meta.dirname, '../dist/fonts');
const BASE = 'Throughline Sans';
/** Digits that a gap follows: an id in groups of digits is one run of digits to a program that reads the PDF. */
const SPACED = 'Throughline Spaced';
/** The width of the gap, in em. */
const GAP = 0.26;
/** Nothing that can be printed, whatever a font shows for it; the same in every version of Unicode. */
const MEANS_NOTHING = /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]/u;
/** A PDF has outlines and horizontal lines alone: no hints, and nothing that other programs keep in a font. */
const NOT_NEEDED = 'BASE,DSIG,FFTM,JSTF,MATH,PfEd,STAT,TeX ,gasp,meta,prop,vhea,vmtx'.split(',');

const coverage = [];
await rm(OUTPUT, { recursive: true, force: true });
await mkdir(OUTPUT, { recursive: true });

const files = await fontFiles();
const covered = new Set();
for (const { package: name, path, weight, standsAlone } of files) {
  const font = await fontverter.convert(await readFile(path), 'sfnt');
  const all = charactersOf(font);
  const added = all.filter((character) => !covered.has(character));
  for (const character of added) covered.add(character);
  if (coverage.length === 0 || weight !== 400) {
    await keep(await unpacked(font, { weight }), { family: BASE, weight, name, characters: added });
    const digits = await unpacked(font, { weight, characters: [...'0123456789'] });
    await keep(widen(digits, GAP), { family: SPACED, weight, name, characters: [] });
  } else if (added.length > 0) {
    const characters = standsAlone ? added : all;
    const one = await unpacked(font, { weight, ...(standsAlone && { characters }) });
    await keep(one, { family: `Throughline ${coverage.length + 1}`, weight, name, characters });
  }
}
refuseUseless();
await writeFile(join(OUTPUT, 'coverage.json'), JSON.stringify(coverage));

function charactersOf(font) {
  const characters = codePointsOf(tablesOf(font).get('cmap')).map((code) => String.fromCodePoint(code));
  return characters.filter((character) => !MEANS_NOTHING.test(character));
}

/** The font in one weight, with all its glyphs or those of some characters. */
function unpacked(font, { weight, characters }) {
  return subsetFont(font, characters?.join(''), {
    keepAllGlyphs: characters === undefined,
    noHinting: true,
    dropTables: NOT_NEEDED,
    targetFormat: 'sfnt',
    ...(tablesOf(font).has('fvar') && { variationAxes: { wght: weight } }),
  });
}

async function keep(font, { family, weight, name, characters }) {
  const tables = tablesOf(font);
  tables.set('name', nameTable(family, weight === 400 ? 'Regular' : 'SemiBold'));
  const file = `${coverage.length + 1}.ttf`;
  await writeFile(join(OUTPUT, file), fontOf(font, tables));
  coverage.push({ file, family, package: name, ranges: rangesOf(characters) });
}

/** `[first, last, first, last, …]` of the code points of characters in order. */
function rangesOf(characters) {
  const ranges = [];
  for (const code of characters.map((character) => character.codePointAt(0))) {
    if (ranges.length > 0 && ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges;
}

/** A package that adds no character costs an installation time and space for nothing. */
function refuseUseless() {
  const used = new Set(coverage.map((font) => font.package));
  const useless = new Set(files.map((file) => file.package).filter((name) => !used.has(name)));
  if (useless.size > 0) throw new Error(`Nothing is printed by ${[...useless].join(', ')}: leave it out.`);
}
