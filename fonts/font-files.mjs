import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

const ONE_SCRIPT = /\/noto-(sans|serif)-(?!(sc|jp|kr|symbols|symbols-2|math)$)/;
const EMOJI = /\/noto-emoji$/;
/** Latin, Greek and Cyrillic with every mark, also for headings. */
const BASE = /^@digabi\/noto-sans$/;

/** Where several packages have a character, the first line that matches one of them decides which prints it. */
const ORDER = [
  BASE,
  /-sc$/,
  /-jp$/,
  /-kr$/, // in slices of a few hundred characters
  /-arabic$/, // before others that have some of its punctuation
  ONE_SCRIPT,
  EMOJI,
  /-math$/,
  /-symbols$/,
  /-symbols-2$/,
  /\/noto-music$/,
  /\/noto-znamenny/,
  /\/unifontex$/, // 16 × 16 pixels, all of Unicode's first plane: what no Noto font here has
];

/** What a package of one script repeats of others. */
const REPEATED = /-(all|latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese|math|symbols|\d+)-(400|wght)-/;
const REGULAR = /[-_](Regular|400Regular|400-normal|wght-normal)\.(woff2|ttf)$/;
const SEMI_BOLD = /NotoSans-SemiBold\.woff2$/;

/**
 * The font files to unpack, in the order in which a document looks for a character: `{ package, path, weight }`. `standsAlone` is true
 * where no character is joined to another one of the same font, so that characters that an earlier file has can be left out.
 */
export async function fontFiles() {
  const { dependencies } = JSON.parse(await readFile(join(import.meta.dirname, 'package.json'), 'utf8'));
  const fonts = Object.keys(dependencies).filter((name) => rankOf(name) >= 0);
  fonts.sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  return (await Promise.all(fonts.map(filesOf))).flat();
}

const rankOf = (name) => ORDER.findIndex((line) => line.test(name));
/** Their characters are joined to others: to marks, to letters, to one picture. */
const isJoined = (name) => [BASE, ONE_SCRIPT, EMOJI].some((joined) => joined.test(name));

async function filesOf(name) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const files = (await readdir(folder, { recursive: true })).sort();
  return files
    .filter((file) => REGULAR.test(file) || SEMI_BOLD.test(file))
    .filter((file) => !(ONE_SCRIPT.test(name) && REPEATED.test(file)))
    .map((file) => ({
      package: name,
      path: join(folder, file),
      weight: SEMI_BOLD.test(file) ? 600 : 400,
      standsAlone: !isJoined(name),
    }));
}
