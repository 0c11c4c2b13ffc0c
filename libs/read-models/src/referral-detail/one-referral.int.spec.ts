import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDecider, fileDecider, mayReadReferral } from '@throughline/domain';
import { findAccountByEmail, findAccountById, listCompanyAccounts } from '../account/account.js';
import { feedPosition, readFeed } from '../change-feed/change-feed.js';
import { getLimitedReferral } from '../limited-referral/limited-referral.js';
import { hasSubmissionPdf, isFileShown, listFiles } from '../referral-file/referral-file.js';
import { readHistory } from '../referral-history/referral-history.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { ANA, Story } from '../testing/story.js';
import { findReferralOwners, getReferral } from './referral-detail.query.js';

const ID = '263251234512345';
const PDF = {
  storageName: 'place',
  fileName: 'referral.pdf',
  size: 9,
  sha256: 'ab',
  generatedAt: '2026-11-21T12:05:00.000Z',
};
const ACCOUNT = {
  userId: 'ana',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'Ana.Ruiz@plan.example',
  primaryPhone: null,
  companyId: 40,
  admin: false,
  groups: [],
};

describe('Reading one referral', () => {
  let engines: Engines;
  const story = new Story()
    .submit(ID)
    .execute(fileDecider, ID, { type: 'RecordSubmissionPdf', data: { referralId: ID, ...PDF } })
    .claim(`${ID}-1`)
    .execute(accountDecider, 'ana', { type: 'CreateAccount', data: ACCOUNT });
  beforeAll(async () => {
    engines = await openEngines();
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it('returns all of it, and the position of the feed', async () => {
    expect(await getReferral(engines.db, ID)).toMatchObject({
      referralId: ID,
      memberInfo: { lastName: 'Diaz', allergies: 'latex' },
      files: [{ fileId: 1 }],
      feed: await feedPosition(engines.db),
    });
    expect(await getReferral(engines.db, '1')).toBeUndefined();
  });

  it('is sent live as it is read', async () => {
    const since = { ...(await feedPosition(engines.db)), position: 0 };
    const reading = await readFeed(engines.db, { since, topic: `referral:${ID}` });
    const sent = reading.status === 'read' ? reading.changes.at(-1)?.row : null;
    const { feed: _, ...read } = (await getReferral(engines.db, ID)) ?? { feed: null };
    expect(sent).toEqual(read);
  });

  it('returns its owners, so that nobody of another company reads it', async () => {
    const owners = await findReferralOwners(engines.db, ID);
    if (!owners) throw new Error('not found');
    expect(mayReadReferral(ANA, owners)).toBe(true);
    const stranger = { userId: 'eve', email: 'eve@other.example', role: 'referrer', companyId: 12 } as const;
    expect(mayReadReferral(stranger, owners)).toBe(false);
    expect(await findReferralOwners(engines.db, '1')).toBeUndefined();
  });

  it('returns the limited one to anybody', async () => {
    expect(await getLimitedReferral(engines.db, ID)).toMatchObject({ referralId: ID, groups: [{ itemCount: 2 }] });
    expect(await getLimitedReferral(engines.db, '1')).toBeUndefined();
  });

  it('returns its files, and the location of their bytes', async () => {
    expect(await listFiles(engines.db, ID)).toEqual([
      { id: [1], type: 'Submission', fileName: 'referral.pdf', size: 9, createdAt: PDF.generatedAt },
    ]);
    expect(await isFileShown(engines.db, ID, 1)).toBe(true);
    expect(await isFileShown(engines.db, ID, 2)).toBe(false);
    expect([await hasSubmissionPdf(engines.db, ID), await hasSubmissionPdf(engines.db, '1')]).toEqual([true, false]);
  });

  it('returns its history over all streams, in the order of the log, as of a position or a time', async () => {
    const types = async (asOf?: number | string) =>
      (await readHistory(engines.store, ID, { asOf })).map(({ event }) => event.type);
    const every = ['ReferralSubmitted', 'TaskOpened', 'SubmissionPdfGenerated', 'TaskClaimed'];
    expect(await types()).toEqual(every);
    const third = (await readHistory(engines.store, ID))[2];
    expect(await types(third?.position)).toEqual(every.slice(0, 3));
    expect(await types('2026-11-21T12:01:00Z')).toEqual(every.slice(0, 2));
    expect(await readHistory(engines.store, '1')).toEqual([]);
  });

  it('finds people by id, by address in any case, and by company', async () => {
    expect(await findAccountById(engines.db, 'ana')).toEqual(ACCOUNT);
    expect(await findAccountByEmail(engines.db, 'ANA.RUIZ@PLAN.EXAMPLE')).toEqual(ACCOUNT);
    expect(await findAccountById(engines.db, 'nobody')).toBeUndefined();
    expect(await listCompanyAccounts(engines.db, 40)).toEqual([ACCOUNT]);
    expect(await listCompanyAccounts(engines.db, 12)).toEqual([]);
  });
});
