import { describe, expect, it } from '@jest/globals';
import { choicesOf, filterThreads, NO_FILTER } from './note-filter.js';
import type { ShownNote } from './thread.js';

const note = (id: string, parentId: string | null, company: string | null, department: string) =>
  ({ id, parentId, company, departments: [department], subDepartments: ['Supplies'] }) as unknown as ShownNote;

const NOTES = [
  note('1', null, 'Saguaro', 'Intake'),
  note('2', '1', 'Throughline', 'Intake'),
  note('3', '2', 'Saguaro', 'DocuCert'),
  note('4', null, null, 'DocuCert'),
];
const found = (filter: Partial<typeof NO_FILTER>) =>
  filterThreads(NOTES, 'External', { ...NO_FILTER, ...filter }).map(({ id }) => id);

describe('The filters of the notes of a referral', () => {
  it('offer the values that its notes have', () => {
    expect(choicesOf({ External: NOTES, Internal: [] })).toEqual({
      noteType: ['External'],
      source: ['No company', 'Saguaro', 'Throughline'],
      department: ['DocuCert', 'Intake'],
      subDepartment: ['Supplies'],
    });
    expect(choicesOf({ External: NOTES, Internal: NOTES }).noteType).toEqual(['External', 'Internal']);
  });

  it('keep a whole thread while one of its notes matches', () => {
    expect(found({})).toEqual(['1', '2', '3', '4']);
    expect(found({ source: 'Throughline' })).toEqual(['1', '2', '3']);
    expect(found({ department: 'DocuCert' })).toEqual(['1', '2', '3', '4']);
    expect(found({ source: 'No company' })).toEqual(['4']);
  });

  it('keep no thread in which the chosen values are those of different notes', () => {
    expect(found({ source: 'Throughline', department: 'DocuCert' })).toEqual([]);
  });

  it('keep no thread of another type', () => {
    expect(found({ noteType: 'Internal' })).toEqual([]);
    expect(found({ noteType: 'External' })).toHaveLength(4);
  });
});
