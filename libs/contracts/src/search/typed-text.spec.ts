import { describe, expect, it } from '@jest/globals';
import { hasUnshowable, hasUnshowableInLines, shown, withoutUnshowable } from './typed-text.js';

describe('A line of text', () => {
  it.each([
    ['an apostrophe and accents', 'Óscar O’Néill-Łukasz'],
    ['Vietnamese, decomposed', 'Nguyễn Thị'.normalize('NFD')],
    ['Arabic', 'ليلى القيسي'],
    ['Persian, with a zero-width non-joiner', 'علی‌رضا'],
    ['Hebrew, with vowel signs', 'שָׁרוֹן'],
    ['Hebrew with a left-to-right mark, as it is pasted', 'שרון\u200e 2'],
    ['Hindi, with a zero-width joiner', 'क्‍षत्रिय'],
    ['Malayalam, with a joiner at its end', 'അവന്‍'],
    ['Sinhala, with a joiner', 'ශ්‍රීමා'],
    ['Khmer, with a zero-width space', 'សុខ​ដារា'],
    ['Chinese beyond the basic plane', '𠮷野家'],
    ['Georgian', 'ნინო'],
    ['Thai, with a zero-width space', 'สม\u200bชาย'],
    ['Hebrew, with marks of both directions', '\u200f(שרון)\u200e 2'],
    ['Arabic, with a letter mark', '\u061cليلى'],
    ['Mongolian, with a vowel separator', 'ᠬᠠᠷ᠎ᠠ'],
    ['Mongolian, with a variant of a letter', 'ᠠ\u180bᠨ'],
    ['Japanese, with a variant of a character', '葛\u{e0100}城'],
    ['a family of emoji', '👩‍👧'],
    ['emoji with a tone of skin, and of more than one code point', '👩🏽‍⚕️ ❤️‍🔥 🏳️‍🌈 1️⃣'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a no-break space', 'Ana\u00a0Ruiz'],
  ])('may be %s', (_, text) => {
    expect(hasUnshowable(text)).toBe(false);
    expect(shown(text)).toBe(text);
  });

  it.each([
    ['NUL', '\0'],
    ['a tab', '\t'],
    ['a line feed', '\n'],
    ['a C1 control', '\u0085'],
    ['DEL', '\u007f'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a right-to-left override', '\u202e'],
    ['an embedding', '\u202a'],
    ['an isolate', '\u2067'],
    ['a deprecated format character', '\u206a'],
    ['an annotation anchor', '\ufff9'],
    ['place of an embedded object', '\ufffc'],
  ])('holds no %s', (_, character) => {
    expect(hasUnshowable(`Ana${character}Ruiz`)).toBe(true);
  });

  it.each([
    ['a zero-width space', '\u200b'],
    ['a joiner', '\u200d'],
    ['a non-joiner', '\u200c'],
    ['a directional mark', '\u200e'],
    ['an Arabic letter mark', '\u061c'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a combining grapheme joiner', '\u034f'],
    ['a Hangul filler', '\u3164'],
    ['a selector of a variant', '\ufe0f'],
    ['a tag character', '\u{e0061}'],
    ['an invisible times', '\u2062'],
  ])('is shown without %s that came with it', (_, character) => {
    expect(shown(`Ana${character}Ruiz${character}`)).toBe('AnaRuiz');
    expect(shown(`${character} Ana ${character}`)).toBe('Ana');
  });

  it.each([
    ['a second joiner', 'क्\u200d\u200dषत्रिय', 'क्\u200dषत्रिय'],
    ['a zero-width space at the end of a word', 'សុខ\u200b', 'សុខ'],
    ['a joiner after an emoji that nothing follows', '👩\u200d Ana', '👩 Ana'],
    ['tags after a flag that is none of a country', '🏴\u{e0061}\u{e007f}', '🏴'],
  ])('is shown without %s', (_, text, seen) => expect(shown(text)).toBe(seen));

  it.each([
    '',
    '  ',
    '\u00a0',
    '\u200b\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u{e0041}',
    '\u200e \u200f',
    '\u0301',
    '\u0301\u0308 \u0327',
    '\u200d\u0301',
    '\u20dd',
    '\u093e',
    '\u{13441}',
    '\u{1d159}',
  ])('without a visible character is empty: %j', (text) => expect(shown(text)).toBe(''));
});

describe('Text of several lines', () => {
  it('may contain line ends and tabs, and no other character that is refused in a line', () => {
    expect(hasUnshowableInLines('one\r\n\ttwo\nthree')).toBe(false);
    for (const character of ['\0', '\v', '\u2028', '\u202e', '\ud83d', '\ufffc']) {
      expect(hasUnshowableInLines(`one\n${character}`)).toBe(true);
    }
  });

  it('is without the characters that are refused, and has a line end for each of those that end a line', () => {
    expect(withoutUnshowable('a\u202a(602)\u202c\ufffc\0\ud83d\ufeffb\tc\r\nd')).toBe('a(602)b\tc\r\nd');
    expect(withoutUnshowable('a\u2028b\u2029c\vd\fe\u0085f')).toBe('a\nb\nc\nd\ne\nf');
    expect(withoutUnshowable('علی\u200cرضا 👩‍⚕️')).toBe('علی\u200cرضا 👩‍⚕️');
  });
});
