import { describe, expect, it } from '@jest/globals';
import { editPhone, formatPhone } from './phone.js';

/** The digits and the rest of a text that is pasted into an empty field. */
const pasted = (text: string) => {
  const { digits, leftOut } = editPhone('', { text, caret: text.length });
  return [digits, leftOut];
};

describe('Phone', () => {
  it.each([
    ['(602) 555-0112', '6025550112'],
    ['+1 602 555 0112', '6025550112'],
    ['+1 602.555.0112', '6025550112'],
    ['+1 (602) 555', '602555'],
    ['1-602-555-0112', '6025550112'],
    ['tel:+16025550112', '6025550112', 'tel'],
    ['602 555', '602555'],
    ['1 555 123 4567', '5551234567'],
    ['\u202a(602) 555\u20110112\u202c', '6025550112'],
    ['（６０２）５５５－０１１２', '6025550112'],
  ])('keeps the ten digits of %s', (text, digits, leftOut = '') => expect(pasted(text)).toEqual([digits, leftOut]));

  it.each([
    ['602 555 0112 9', '6025550112', '9'],
    ['1 602 555 0112 9', '6025550112', '9'],
    ['602.555.0112 ext 5', '6025550112', 'ext 5'],
    ['602-555-0112x5', '6025550112', 'x5'],
    ['(602) 555-0112 #17', '6025550112', '#17'],
    ['6025550112,,5', '6025550112', '5'],
    ['555-0112 ext 602', '5550112', 'ext 602'],
    ['602-555-0112, 602-555-0113', '6025550112', '602-555-0113'],
    ['602-555-0112 or 602-555-0113', '6025550112', 'or 602-555-0113'],
    ['Cell: 602-555-0112 (after 5)', '6025550112', 'Cell, after 5'],
    ['1-800-FLOWERS', '1800', 'FLOWERS'],
    ['call my mother', '', 'call my mother'],
    ['٦٠٢', '', '٦٠٢'],
  ])('says what it leaves out of %s', (text, digits, leftOut) => expect(pasted(text)).toEqual([digits, leftOut]));

  it('reports the beginning of a long text that it leaves out', () => {
    expect(pasted('9'.repeat(50_000))).toEqual(['9'.repeat(10), `${'9'.repeat(40)}…`]);
    expect(pasted('📞a'.repeat(50_000))).toEqual(['', `${'a📞'.repeat(20)}…`]);
  });

  it.each([['+44 20 7946 0958'], ['+52 1 602 555 0112'], ['0044 20 7946 0958'], ['011 44 20 7946 0958']])(
    'makes no US number of %s',
    (text) => expect(pasted(text)).toEqual(['', text]),
  );

  it.each([['16025550112'], ['1-602-555-0112'], ['(602) 555-0112']])('can be typed key by key as %s', (text) => {
    const typed = Array.from(text).reduce((kept, key) => {
      const shown = formatPhone(kept) + key;
      return editPhone(kept, { text: shown, caret: shown.length }).digits;
    }, '');
    expect(typed).toBe('6025550112');
  });

  it('is shown as a US number while it grows, in 14 characters at most', () => {
    const shown = Array.from('6025550112', (_, index) => formatPhone('6025550112'.slice(0, index + 1)));
    expect(shown).toEqual([
      '6', '60', '602', '(602) 5', '(602) 55', '(602) 555', '(602) 555-0', '(602) 555-01', '(602) 555-011', '(602) 555-0112',
    ]); // prettier-ignore
  });

  it('shows more digits, which an earlier release kept, as they are until they are shortened', () => {
    expect(formatPhone('602555011299')).toBe('602555011299');
    expect(editPhone('602555011299', { text: '60255501129', caret: 11, erased: 'before' }).digits).toBe('60255501129');
    expect(editPhone('60255501129', { text: '6025550112', caret: 10, erased: 'before' }).digits).toBe('6025550112');
    expect(editPhone('60255501129', { text: '602555011293', caret: 12 })).toMatchObject({
      digits: '60255501129',
      leftOut: '3',
    });
  });
});

describe('An edit of a phone number', () => {
  /** `|` is the caret. */
  const edit = (kept: string, marked: string, erased?: 'before' | 'after') => {
    const { digits, caret } = editPhone(kept, { text: marked.replace('|', ''), caret: marked.indexOf('|'), erased });
    const shown = formatPhone(digits);
    return `${shown.slice(0, caret)}|${shown.slice(caret)}`;
  };

  it.each([
    ['at the end', '602', '6025|', '(602) 5|'],
    ['in the middle', '602555010', '(602) 95|55-010', '(602) 95|5-5010'],
    ['that would make it too long', '6025550100', '(602) 59|55-0100', '(602) 5|55-0100'],
    ['that would make it too long, at the end', '6025550100', '(602) 555-01009|', '(602) 555-0100|'],
    ['that adds a letter in the middle', '6025550100', '(602) 5x|55-0100', '(602) 5|55-0100'],
    ['pasted over a part of it, with more digits than that', '6025550100', '(602) 77799|-0100', '(602) 777|-0100'],
    ['at the front', '6025550100', '|02) 555-0100', '|(025) 550-100'],
    ['pasted with a country code', '', '+1 (602) 555-0100|', '(602) 555-0100|'],
    ['pasted in full-width digits', '', '６０２５５５０１００|', '(602) 555-0100|'],
    ['pasted with a country code before the last digits', '', '+1 (602) 55|5-0100', '(602) 55|5-0100'],
    ['that adds what is no digit', '602555', '(602) 555x|', '(602) 555|'],
    ['pasted over the same number, without its punctuation', '6025550100', '6025550100|', '(602) 555-0100|'],
    ['pasted over the same number, with a country code', '6025550100', '+1 (602) 555-0100|', '(602) 555-0100|'],
    ['pasted over the same number, with spaces', '6025550100', '602 555 0100|', '(602) 555-0100|'],
    ['pasted over a part of it, without the hyphen there', '6025550100', '(602) 555|0100', '(602) 555|-0100'],
    ['pasted over a part of it', '6025550100', '(602) 777|-0100', '(602) 777|-0100'],
  ])('%s keeps the caret', (_, kept, text, shown) => {
    expect(edit(kept, text)).toBe(shown);
  });

  it.each([
    ['a digit', '6025550100', '(60|) 555-0100', 'before', '(60|5) 550-100'],
    ['a hyphen', '6025550100', '(602) 555|0100', 'before', '(602) 55|0-100'],
    ['a hyphen, from before it', '6025550100', '(602) 555|0100', 'after', '(602) 555|-100'],
    ['nothing that is kept, with no digit before it', '6025550100', '|602) 555-0100', 'before', '|(602) 555-0100'],
    ['a bracket, from before it', '6025550100', '|602) 555-0100', 'after', '|(025) 550-100'],
    ['all of it', '6025550100', '|', 'before', '|'],
  ] as const)('that erases %s', (_, kept, text, erased, shown) => {
    expect(edit(kept, text, erased)).toBe(shown);
  });
});
