import { describe, expect, it } from '@jest/globals';
import { foldForSearch, isFoundIn, searchText, searchTextOfTask, searchWords } from './search-text.js';
import { MAX_SEARCH_LENGTH } from './list-address.js';

describe('Text that is searched', () => {
  it.each([
    ['Ødegård', 'odegard'],
    ['ØDEGÅRD', 'odegard'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Strauß', 'strauss'],
    ['STRAUẞ', 'strauss'],
    ['Æsir Œuvre', 'aesir oeuvre'],
    ['Đặng', 'dang'],
    ['Þór Guðrún', 'thor gudrun'],
    ['İpek Işık Ilgın', 'ipek isik ilgin'],
    ['Ħamrun', 'hamrun'],
    ['Nu\u0303nez', 'nunez'],
    ['Ｋｉｍ', 'kim'],
    ['Smith–Jones', 'smith-jones'],
    ['An\u200bna', 'anna'],
    ['ПЁТР', 'петр'],
    ['Ιωάννης', 'ιωαννης'],
    ['किरण', 'किरण'],
    ['한', '한'],
  ])('%s is compared as %s', (text, folded) => expect(foldForSearch(text)).toBe(folded));

  it.each(["D'Arcy", 'D’Arcy', 'D‘Arcy', 'D`Arcy', 'D´Arcy', 'DʼArcy', 'D′Arcy', 'DARCY', 'darcy'])(
    '%s is darcy',
    (text) => expect(foldForSearch(text)).toBe('darcy'),
  );

  it('is folded once: folding it again changes nothing', () => {
    for (const text of ['Ødegård', 'ẞ', 'ﬁn', '½', 'İ', '´a', '한']) {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
    }
  });

  it('has all parts, with a space before each word', () => {
    expect(searchText(['263254123071844', 'D’Arcy', null, 'Mary  Ann'])).toBe(' 263254123071844 darcy mary ann');
  });
});

describe('What a list shows besides names and IDs', () => {
  const row = searchText(['Ruiz'], ['Nasal cannula', 'Saguaro Health Plan', '11/28/2026', 'Wrist splint × 2', null]);

  it.each([
    'nasal  CANNULA',
    'Nasal cannula,',
    '“Saguaro Health Plan”',
    '11/28/2026',
    'wrist splint × 2',
    ' 11/28/2026 ',
  ])('is found by all of it: %s', (typed) => expect(isFoundIn(row, typed)).toBe(true));

  it('is found by as much of a long text as a search holds', () => {
    const note = `Usual, bold, ~~not this, ~~10⁶ Size | Qty ${'and so on '.repeat(12)}`;
    expect(isFoundIn(searchText([], [note]), note.slice(0, MAX_SEARCH_LENGTH))).toBe(true);
    expect(isFoundIn(searchText([], [note]), note.slice(0, MAX_SEARCH_LENGTH - 12))).toBe(false);
  });

  it.each(['cannula', 'ann', 'health', 'NASAL', '11/28', 'Nasal cannula Ruiz', 'al cannula', '|'])(
    'is not found by a part of it, or by more: %s',
    (typed) => expect(isFoundIn(row, typed)).toBe(false),
  );
});

describe('A search', () => {
  const row = searchText(['263254123071844', 'Ødegård', 'Mary Ann', 'MD-4711']);

  it.each(['odegard', 'ØDEG', 'ann ødegård', 'ma ode', 'md-47', '263254123071844', '25412', '', '  '])(
    '%s finds the row',
    (typed) => expect(isFoundIn(row, typed)).toBe(true),
  );

  it.each(['Ødegård, Mary Ann', 'Ødegård, Mary', '(odegard)', 'odegard; mary', '“Mary”', 'MD-4711,', '· md-4711 ·'])(
    '%s finds the row, as it is copied from a list or a sentence',
    (typed) => expect(isFoundIn(row, typed)).toBe(true),
  );

  it.each(["'", '’', 'ʼ', ',', '- -', '%', '_', '\\', '\u200b', '()', 'olsen', 'ann olsen', 'nn', 'ge'])(
    '%s does not find the row',
    (typed) => expect(isFoundIn(row, typed)).toBe(false),
  );

  it.each([
    '26325 41230 71844',
    '26325\u00a041230\u00a071844',
    '26325\u200941230\u202f71844',
    '26325-41230-71844',
    '26325–41230–71844',
    ' 263254123071844\u200b',
  ])('for a referral id accepts it as it was copied: %s', (typed) => {
    expect(searchWords(typed)).toEqual(['263254123071844']);
    expect(isFoundIn(row, typed)).toBe(true);
  });

  it.each([
    'A12 345-67',
    'a1234567',
    'A12 345 67',
    'A12-345-67',
    'a–12–34567',
    '12345',
    'ØDEGÅRD A12-34567',
    'A 12 345 67',
  ])('%s finds an ID however it is grouped', (typed) => {
    for (const id of ['A1234567', 'A12 345 67', 'a12-345-67', ' A 1234567 '])
      expect([id, isFoundIn(searchText(['263254123071844', 'Ødegård', id]), typed)]).toEqual([id, true]);
  });

  it.each(['A12 345 68', 'A12-345-68', 'Olsen A1234567', '-', 'A 12 345 67 8'])(
    '%s does not find the ID A12 345 67',
    (typed) => expect(isFoundIn(searchText(['263254123071844', 'Ødegård', 'A12 345 67']), typed)).toBe(false),
  );

  it.each([
    'Ruiz, Maria · AZ',
    'Maria Ruiz',
    '26325 41230 71844',
    'A12-345 67',
    'Log CMN',
    'intake',
    'Orthotics',
    'Wrist splint',
    'Gauze × 1',
    '2: Wrist splint × 2, Gauze × 1',
  ])('%s finds a task of the queue', (typed) => {
    const task = {
      referralId: '263254123071844',
      memberLastName: 'Ruiz',
      memberFirstName: 'Maria',
      memberState: 'AZ',
      department: 'Intake',
      categories: ['Orthotics'],
      assignee: null,
      task: 'Log CMN' as const,
      items: [
        { id: 1, item: 'Wrist splint', qty: 2 },
        { id: 2, item: 'Gauze', qty: 1 },
      ],
    };
    const text = searchTextOfTask({ ...task, medicaidId: 'A12 345 67' });
    expect(isFoundIn(text, typed)).toBe(true);
    expect(isFoundIn(text, `${typed} TX`)).toBe(false);
  });

  it('does not join names', () => {
    expect(searchText(['Smith-Jones', 'Mary Ann'])).toBe(' smith-jones mary ann');
    expect(isFoundIn(searchText(['Smith', 'Jones']), 'Smith-Jones')).toBe(false);
  });

  it('keeps marks that end a word, which are letters in some scripts', () => {
    expect(searchWords('की, नाम')).toEqual([' की', 'नाम']);
  });

  it('for a part of an id, or for other numbers, is for its words', () => {
    expect(searchWords('26325 41230')).toEqual(['26325', '41230']);
    expect(searchWords('R26325 41230 71844 01')).toEqual(['r26325412307184401']);
    expect(searchWords('41230 26325 71844 1')).toEqual(['41230', '26325', '71844', ' 1']);
  });
});
