import { describe, expect, it } from '@jest/globals';
import { editPhone, formatPhone, phoneDigits } from './phone.js';

describe('Phone', () => {
  it.each([
    ['(602) 555-0112', '6025550112'],
    ['+1 602.555.0112', '6025550112'],
    ['1-602-555-0112', '6025550112'],
    ['602 555', '602555'],
    ['1 555 123 4567', '5551234567'],
    ['（６０２）５５５－０１１２', '6025550112'],
  ])('keeps the ten digits of %s', (typed, digits) => expect(phoneDigits(typed)).toBe(digits));

  it.each([
    ['602 555 0112 9', '60255501129'],
    ['1 602 555 0112 9', '160255501129'],
    ['+44 20 7946 0958', '442079460958'],
    ['602-555-0112, 602-555-0113', '60255501126025'],
  ])('does not shorten %s, which is too long, to another number', (typed, kept) => {
    expect(phoneDigits(typed)).toBe(kept);
    expect(formatPhone(kept)).toBe(kept);
  });

  it('is shown as a US number while it grows, in 14 characters at most', () => {
    const shown = Array.from('6025550112', (_, index) => formatPhone('6025550112'.slice(0, index + 1)));
    expect(shown).toEqual([
      '6', '60', '602', '(602) 5', '(602) 55', '(602) 555', '(602) 555-0', '(602) 555-01', '(602) 555-011', '(602) 555-0112',
    ]); // prettier-ignore
  });

  it('can be shortened from the end again', () => {
    expect(formatPhone(phoneDigits('(602) 555-'))).toBe('(602) 555');
    expect(formatPhone(phoneDigits('(602) '))).toBe('602');
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
    ['that makes it too long', '6025550100', '(602) 95|55-0100', '60295|550100'],
    ['that takes the digit too many out again', '60295550100', '602|550100', '(602|) 550-100'],
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
