import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filtersOf, type QueueFilters } from '@throughline/contracts';
import type { ReferralScope } from '../referral-list/referral-list.query.js';
import { recertificationDecider } from '@throughline/domain';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { anOrder } from '../testing/orders.js';
import { ANA, SAM, Story } from '../testing/story.js';
import { referralsWithin, type Searched, suggestSearches, tasksUnder } from './search-word.js';

const EVE = { userId: 'eve', email: 'eve@other.example', role: 'referrer', companyId: 12 } as const;

describe('A search that finds nothing', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const of = (lastName: string, firstName: string) => anOrder({ member: { lastName, firstName } });
    const story = new Story()
      .submit('263254123071844', of('Ødegård', 'Linh'), ANA)
      .submit('263254123071845', of('Lombardi', 'Grace'), ANA)
      .submit('263254999907777', of('Zielinski', 'Omar'), EVE);
    story
      .execute(recertificationDecider, 'R1', {
        type: 'OpenRecertification',
        data: {
          referralId: 'R1',
          task: 'Recert Review',
          startOn: null,
          by: SAM,
          at: story.now,
          dayMs: null,
          facts: {
            renews: null,
            itemCategory: 'Incontinence',
            certifiedUntil: null,
            note: null,
            member,
            physician: { lastName: 'Okafor', firstName: null, phone: null, fax: null },
          },
        },
      })
      .execute(recertificationDecider, 'R1', {
        type: 'CorrectRecertification',
        data: {
          referralId: 'R1',
          seen: 0,
          at: story.now,
          facts: { member: { ...member, firstName: 'Wilhelmina' } },
        },
      });
    await append(engines.store, story.correct('263254123071845', { order: correctedTo('Lombardo') }).events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  const correctedTo = (lastName: string) => {
    const { memberInfo } = anOrder({ member: { lastName: 'Lombardi', firstName: 'Grace' } });
    return { memberInfo: { ...memberInfo, lastName } };
  };
  const member = {
    lastName: 'Quibblethorpe',
    firstName: 'Rosa',
    DOB: '1950-02-01',
    phone: '6025550100',
    state: 'AZ',
    medicaidId: null,
  };
  const all: ReferralScope = { kind: 'all' };
  const anas: ReferralScope = { kind: 'own', userId: 'ana' };
  const suggestedAmong = async (among: Searched, search: string) =>
    (await suggestSearches(engines.db, { among, search })).map((suggestion) => suggestion.search);
  const suggested = (search: string, scope: ReferralScope = all) => suggestedAmong(referralsWithin(scope), search);
  const suggestedInQueue = (search: string, filters: Partial<QueueFilters> = {}) =>
    suggestedAmong(tasksUnder({ ...filtersOf(() => []), ...filters }), search);

  it.each([
    ['a name with letters exchanged', 'Ødegrad', ['odegard']],
    ['one misspelled word of two', 'grace lombrdo', ['grace lombardo']],
    ['a name as it was before its correction', 'lombardi', ['lombardo']],
    ['an id with a wrong digit at its end', '263254123071846', ['263254123071844', '263254123071845']],
    ['an id with a wrong digit at its beginning', '263255999907777', ['263254999907777']],
    ['what is like nothing', 'xylophone', []],
    ['wildcards', '%_%', []],
  ])('is near to others: %s', async (_, search, expected) => {
    expect(await suggested(search)).toEqual(expected);
  });

  it.each([
    ['zielinsky', 'zielinski'],
    ['263255999907777', '263254999907777'],
    ['zielinsky 263255999907777', 'zielinski 263254999907777'],
  ])('is near to one that names a referral which it finds: %s', async (search, found) => {
    expect(await suggestSearches(engines.db, { among: referralsWithin(all), search })).toEqual([
      { search: found, referralId: '263254999907777' },
    ]);
  });

  it('is near to none that finds a referral of another person only', async () => {
    expect(await suggested('zielinsky')).toEqual(['zielinski']);
    expect(await suggested('zielinsky', anas)).toEqual([]);
    expect(await suggested('263254999907778', anas)).toEqual([]);
  });

  it('in the queue is near to those that find a task under its filters', async () => {
    expect(await suggestedInQueue('zielinsky')).toEqual(['zielinski']);
    expect(await suggestedInQueue('263254999907778', { department: ['Demos'] })).toEqual(['263254999907777']);
    expect(await suggestedInQueue('zielinsky', { department: ['Intake'] })).toEqual([]);
  });

  it('in the queue is near to the member of a recertification, by their corrected name, which no referral has', async () => {
    expect(await suggestedInQueue('Quibblethrope')).toEqual(['quibblethorpe']);
    expect(await suggestedInQueue('wilhelmnia')).toEqual(['wilhelmina']);
    expect(await suggested('Quibblethrope')).toEqual([]);
  });
});
