import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eligibilityDecider, type RewardProgramme } from '@throughline/domain';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { Story } from '../testing/story.js';
import { countEligiblePatients } from './eligible-patient.js';

describe('Counting eligible patients', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  it('is by programme, and follows their events', async () => {
    expect(await countEligiblePatients(engines.db)).toEqual([
      { programme: 'diaper', eligible: 0, redeemed: 0 },
      { programme: 'pregnancy', eligible: 0, redeemed: 0 },
    ]);
    const at = '2026-11-21T12:00:00.000Z';
    const story = new Story();
    const register = (eligiblePatientId: string, programme: RewardProgramme) =>
      story.execute(eligibilityDecider, eligiblePatientId, {
        type: 'RegisterEligiblePatient',
        data: { eligiblePatientId, programme, at },
      });
    for (const id of ['a', 'b', 'c']) register(id, 'diaper');
    register('d', 'pregnancy');
    const redemption = { eligiblePatientId: 'b', referralId: '1', at };
    story.execute(eligibilityDecider, 'b', { type: 'RedeemBenefit', data: redemption });
    await append(engines.store, story.events);
    await projectAll(engines);
    expect(await countEligiblePatients(engines.db)).toEqual([
      { programme: 'diaper', eligible: 2, redeemed: 1 },
      { programme: 'pregnancy', eligible: 1, redeemed: 0 },
    ]);
  });
});
