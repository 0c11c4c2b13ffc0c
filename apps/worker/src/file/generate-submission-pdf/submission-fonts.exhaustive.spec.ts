import { describe, expect, it } from '@jest/globals';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { glyphsOf } from './read-pdf.testing.js';
import { SubmissionRenderer } from './render-submission-pdf.js';
import { SubmissionFonts } from './submission-fonts.js';

const renderer = new SubmissionRenderer();

/** All scripts of Unicode 17; a Node.js version that does not know all of them skips the others. */
const SCRIPTS =
  `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Beria_Erfe Bhaiksuki Bopomofo Brahmi Braille
  Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot
  Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Garay Georgian
  Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Gurung_Khema Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew
  Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li
  Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian
  Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive
  Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu
  Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian
  Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician
  Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sidetic SignWriting Sinhala Sogdian Sora_Sompeng Soyombo
  Sundanese Sunuwar Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Tai_Yo Takri Tamil Tangsa Tangut Telugu Thaana Thai
  Tibetan Tifinagh Tirhuta Todhri Tolong_Siki Toto Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square`
    .split(/\s+/)
    .flatMap((name) => {
      try {
        return [{ name, letters: new RegExp(`^\\p{Script=${name}}$`, 'u') }];
      } catch {
        return [];
      }
    });

/** The characters of every script, in order. */
function charactersByScript(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>(SCRIPTS.map(({ name }) => [name, []]));
  let [script] = SCRIPTS;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/[\p{Cn}\p{Cc}\p{Co}\p{Cs}]/u.test(character)) continue;
    if (!script?.letters.test(character)) script = SCRIPTS.find(({ letters }) => letters.test(character));
    if (script === undefined) throw new Error(`U+${code.toString(16)} is of a script that is not listed.`);
    found.get(script.name)?.push(character);
  }
  return found;
}

/** Thirty characters spread over a script, singly and joined in a row. */
function sampleOf(characters: readonly string[]): string {
  const step = Math.max(1, characters.length / 30);
  const some = Array.from({ length: Math.min(30, characters.length) }, (_, n) => characters[Math.floor(n * step)]);
  return `${some.join(' ')} ${some.join('')}`;
}

const printed = (text: string): Buffer =>
  renderer.render({
    referralId: '263254123071844',
    submitted: 'Nov 21, 2026, 10:42 AM Central Time',
    sections: [{ title: 'Member', rows: [['Name', text]] }],
    items: [],
  });

/** Scripts without a font in any package, or with letters that no package has yet. */
const PUT_INTO_WORDS =
  `Anatolian_Hieroglyphs Beria_Erfe Chorasmian Cypro_Minoan Dives_Akuru Elymaic Garay Gurung_Khema Kirat_Rai Nandinagari Ol_Onal Sidetic SignWriting
  Tai_Yo Tangut Tolong_Siki Tulu_Tigalari Wancho`.split(/\s+/);

describe('Fonts of the submission PDF', () => {
  const characters = charactersByScript();
  const samples = [...characters].map(([name, all]) => ({ name, sample: sampleOf(all) }));

  it('have a glyph or words for every script of Unicode, and no installed font has a part in it', async () => {
    expect(samples.length).toBeGreaterThan(160);
    // A few scripts per document, because a single document with all of them takes a minute.
    for (let at = 0; at < samples.length; at += 6) {
      const some = samples.slice(at, at + 6);
      const glyphs = await glyphsOf(printed(some.map(({ sample }) => sample).join('\n')));
      const faulty = glyphs.filter(({ isMissing, font }) => isMissing || !font.includes('+Throughline'));
      expect({ in: some.map(({ name }) => name), faulty }).toMatchObject({ faulty: [] });
    }
  });

  it('print every script except those without an installed font', () => {
    const fonts = SubmissionFonts.read();
    const isPrinted = (character: string) => fonts.printable(character)[0]?.[0]?.text === character;
    const inWords = [...characters].filter(([, all]) => !all.slice(0, 30).every(isPrinted));
    expect(inWords.map(([name]) => name).filter((name) => !PUT_INTO_WORDS.includes(name))).toEqual([]);
  });

  it('are found to lack a character if they do', async () => {
    const typst = NodeCompiler.create({ fontArgs: [{ fontPaths: [SubmissionFonts.read().folder] }] });
    const main = '#set text(font: "Throughline Sans", fallback: false)\nაB';
    const glyphs = await glyphsOf(typst.pdf({ mainFileContent: main }));
    expect(glyphs.map(({ isMissing }) => isMissing)).toEqual([true, false]);
  });
});
