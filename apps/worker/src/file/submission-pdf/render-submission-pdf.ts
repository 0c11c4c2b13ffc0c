import { createRequire } from 'node:module';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { SubmissionDocument } from './submission-document.js';
import { SUBMISSION_TEMPLATE } from './submission-template.js';

const require = createRequire(import.meta.url);

/** One file a weight and script, for every preferred language of an order and what people type besides; Chinese is 10 MB. */
const FONTS = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  'noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  'noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf',
  'noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  'noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf',
  'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  'noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf',
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  'noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
].map((file) => require.resolve(`@expo-google-fonts/${file}`));

let compiler: NodeCompiler | undefined;

/**
 * The submission as a tagged PDF, US Letter, fonts embedded, any script. The same document gives the same bytes.
 * About 10 ms a document after the first of a process.
 */
export function renderSubmissionPdf(document: SubmissionDocument): Buffer {
  compiler ??= NodeCompiler.create({ fontArgs: [{ fontPaths: FONTS }], workspace: import.meta.dirname });
  const pdf = compiler.pdf({
    mainFileContent: SUBMISSION_TEMPLATE,
    inputs: { document: JSON.stringify({ ...document, ...specialsOf(document) }) },
  });
  compiler.evictCache(10);
  return pdf;
}

/** As in the template, which breaks such words anywhere. */
const WIDE_WORD =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}]{24,}/u;
const LINE_FROM_THE_RIGHT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/mu;

/** What few documents hold: to typeset all of them with it in mind takes twice as long. */
function specialsOf({ sections, items }: SubmissionDocument) {
  const texts = [...sections.flatMap(({ rows }) => rows.flat()), ...items.flatMap((item) => Object.values(item))];
  return {
    hasWideWords: texts.some((text) => WIDE_WORD.test(text)),
    hasLinesFromTheRight: texts.some((text) => LINE_FROM_THE_RIGHT.test(text)),
  };
}
