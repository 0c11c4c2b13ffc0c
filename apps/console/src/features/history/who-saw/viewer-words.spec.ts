import { describe, expect, it } from '@jest/globals';
import { countWords, nameOfViewer, peopleWords, rowsWords, screenWords, standingOf } from './viewer-words.js';

const ANA = {
  userId: 'ana',
  email: 'ana@plan.example',
  name: 'Ana Ruiz',
  role: 'referrer',
  company: 'Saguaro Health Plan',
  isCompanyRecorded: true,
};

describe('Who saw a referral', () => {
  it.each([
    [ANA, 'Ana Ruiz', 'Referrer · Saguaro Health Plan'],
    [{ ...ANA, name: null, company: null }, 'ana@plan.example', 'Referrer · no company'],
    [{ ...ANA, name: null, email: null }, 'ana', 'Referrer · Saguaro Health Plan'],
    [{ ...ANA, company: null, isCompanyRecorded: false }, 'Ana Ruiz', 'Referrer · company not recorded'],
    [
      { ...ANA, userId: null, email: null, name: null, role: 'anonymous', company: null },
      'Somebody who was not signed in',
      'Not signed in',
    ],
    [{ ...ANA, userId: 'os:root', name: null, role: 'operator' }, 'root, user of the server', 'By command'],
  ])('is named with role and company of that time: %j', (viewer, name, standing) => {
    expect([nameOfViewer(viewer), standingOf(viewer)]).toEqual([name, standing]);
  });

  it('is counted in words, and never without the number of all', () => {
    expect([countWords(1, 1), countWords(2341, 2341), countWords(0, 2341), countWords(1, 1234)]).toEqual([
      '1 viewing',
      '2,341 viewings',
      '0 of 2,341 viewings',
      '1 of 1,234 viewings',
    ]);
    expect([1, 2, 1200].map((times) => screenWords({ screen: 'Queue', times }))).toEqual([
      'Queue once',
      'Queue twice',
      'Queue 1,200 times',
    ]);
  });

  it('is counted as people, apart from those of whom nobody knows how many they are', () => {
    const by = (...userIds: readonly (string | null)[]) => peopleWords(userIds.map((userId) => ({ userId })));
    expect([by(), by('ana'), by('ana', 'ana', 'sam', null, 'os:root'), by(null)]).toEqual([
      '',
      'by 1 person',
      'by 2 people, without a sign-in, by command',
      'without a sign-in',
    ]);
  });

  it('saw whole referrals, or rows beside them', () => {
    expect([
      rowsWords({ screen: 'Referral', rowIds: [] }),
      rowsWords({ screen: 'File', rowIds: ['2'] }),
      rowsWords({ screen: 'Evidence', rowIds: ['3f7bd7a9-0c1c-4a51-8a3e-6f1f7a3b9c10'] }),
      rowsWords({ screen: 'Notes list', rowIds: ['7-1', '7-2'] }),
    ]).toEqual([null, 'number 2', 'export 3f7bd7a9', '2 rows']);
  });
});
