import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import type { Work } from '../plan.js';
import { pdfOf, type SentCommand } from '../work.js';
import { checkAcknowledged } from './acknowledged.js';
import { checkChains } from './chains.js';
import { headsOf, logOf } from './log.testing.js';
import { checkItems, checkRecertifications } from './items.js';
import { checkOnce } from './once.js';
import { checkReadModels } from './tables.js';
import { checkFeed, checkSockets } from './sockets.js';

const referralId = '263251234512345';
const taskId = `${referralId}-1`;
const opened = { referralId, taskId, task: 'Create Patient', itemIds: [1], dueAt: '2026-11-21T13:00:00.000Z' };

const submitted = (sendNotificationsFlag: boolean) => ({
  stream: `referral-${referralId}`,
  commandId: 'key-1',
  event: { type: 'ReferralSubmitted', data: { referralId, order: { referralInfo: { sendNotificationsFlag } } } },
});

/** A referral whose order, document, first task and due day occur once each. */
const TOLD = [
  submitted(false),
  {
    stream: `itemTask-${referralId}`,
    commandId: 'policy',
    bySystem: true,
    event: { type: 'TaskOpened', data: opened },
  },
  {
    stream: `file-${referralId}`,
    commandId: 'pdf',
    event: { type: 'SubmissionPdfGenerated', data: { referralId, fileId: 1 } },
  },
  {
    stream: `itemTask-${referralId}`,
    commandId: 'timer',
    event: { type: 'TaskFellDue', data: { referralId, taskId, dueAt: opened.dueAt } },
  },
  {
    stream: `itemTask-${referralId}`,
    commandId: 'key-2',
    event: { type: 'TaskClaimed', data: { referralId, taskId, assignee: { userId: 'u', name: 'U' } } },
  },
];
const LOG = logOf(TOLD);
/** The log with a file that somebody sends afterwards, and this many verdicts on it. */
function logWithFile({
  sha256 = createHash('sha256').update(pdfOf('key-3')).digest('hex'),
  verdicts = 1,
  type = 'FileAccepted',
} = {}) {
  const stream = `file-${referralId}`;
  const verdict = { stream, commandId: 'check', event: { type, data: { referralId, fileId: 2 } } };
  const event = { type: 'FileUploaded', data: { referralId, fileId: 2, sha256 } };
  return logOf([...TOLD, { stream, commandId: 'key-3', event }, ...Array<typeof verdict>(verdicts).fill(verdict)]);
}
const without = (type: string) => LOG.filter((event) => event.type !== type);
const twice = (type: string) => logOf([...TOLD, ...TOLD.filter(({ event }) => event.type === type)]);

const order: Work = {
  kind: 'order',
  key: 'key-1',
  at: 0,
  node: 0,
  twice: false,
  by: 'referrer',
  lastName: 'M',
  items: 1,
};
const claim: Work = {
  kind: 'task',
  key: 'key-2',
  at: 0,
  node: 0,
  twice: false,
  by: 'staff',
  verb: 'claim',
  pick: 0,
  next: 'Shipped',
};
const upload: Work = {
  kind: 'upload',
  key: 'key-3',
  at: 0,
  node: 0,
  twice: false,
  by: 'staff',
  pick: 0,
};
const ok = (status: number, position: number, data: unknown = null) => ({ status, position, data, code: null });
const SENT: readonly SentCommand[] = [
  { work: order, path: '/referrals/create', answers: [ok(201, 1, referralId)] },
  { work: claim, path: `/tasks/${taskId}/claim`, answers: [ok(200, 5), ok(200, 5)] },
];
const answered = (...answers: SentCommand['answers']): SentCommand[] => [
  { work: order, path: '/referrals/create', answers },
];

describe('The check of what was acknowledged', () => {
  it('is content with a log that holds it', () => {
    expect(checkAcknowledged(SENT, LOG)).toEqual([]);
  });

  it('finds an acknowledged command that is lost', () => {
    expect(checkAcknowledged(SENT, without('ReferralSubmitted'))).toEqual([
      expect.stringContaining('is not in the log'),
    ]);
  });

  it('excuses a claim that found nothing to do, not one that is lost', () => {
    const idle = [{ ...SENT[1]!, answers: [ok(200, 4)] }];
    expect(checkAcknowledged(idle, without('TaskClaimed'))).toEqual([]);
    expect(checkAcknowledged(SENT, without('TaskClaimed'))[0]).toContain('is not in the log');
  });

  it('finds one key with two referrals', () => {
    const doubled = logOf([...TOLD, { ...TOLD[0]!, stream: 'referral-9' }]);
    expect(checkAcknowledged(answered(ok(201, 1, referralId)), doubled)[0]).toContain('more than once');
  });

  it('finds one key with two answers', () => {
    const violations = checkAcknowledged(answered(ok(201, 1, referralId), ok(201, 1, '9')), LOG);
    expect(violations).toContainEqual(expect.stringContaining('two answers'));
  });

  it('excuses another answer after a refusal that is not kept, and none after one that is', () => {
    const refused = (code: string) => ({ status: 409, position: null, data: null, code });
    const answers = (code: string) => answered(refused(code), refused('item-task/already-completed'));
    for (const code of ['item-task/changed-meanwhile', 'item-task/claimed-by-another'])
      expect(checkAcknowledged(answers(code), []).join()).not.toContain('two answers');
    for (const code of ['order/rule', 'item-task/unknown-task', 'item-task/not-in-task-2', 'x/y/changed-meanwhile', ''])
      expect(checkAcknowledged(answers(code), []).join()).toContain('two answers');
  });

  it('excuses that a repeated command was undone since, although it was carried out', () => {
    const undone = { status: 409, position: null, data: null, code: 'request/changed-since' };
    for (const answers of [
      [ok(201, 1, referralId), undone],
      [undone, ok(201, 1, referralId)],
      [undone, undone],
    ])
      expect(checkAcknowledged(answered(...answers), LOG)).toEqual([]);
  });

  it('finds an answer that tells of another referral, or of another position', () => {
    expect(checkAcknowledged(answered(ok(201, 1, '9')), LOG)).toEqual([expect.stringContaining('was told referral-9')]);
    expect(checkAcknowledged(answered(ok(201, 2, referralId)), LOG)).toEqual([expect.stringContaining('stands at 1')]);
  });

  it('finds an upload that is lost, that is another file, or was told another number', () => {
    const told = (fileId: number) => [{ work: upload, path: '/pdf', answers: [ok(201, 6, { fileId })] }];
    expect(checkAcknowledged(told(2), logWithFile())).toEqual([]);
    expect(checkAcknowledged(told(2), LOG)).toEqual([expect.stringContaining('is not in the log')]);
    expect(checkAcknowledged(told(2), logWithFile({ sha256: 'f00d' }))).toEqual([
      expect.stringContaining('is another file'),
    ]);
    expect(checkAcknowledged(told(1), logWithFile())).toEqual([expect.stringContaining('was told file 1')]);
  });

  it('finds what was refused and carried out all the same, and refusals that nobody foresaw', () => {
    const refused = (status: number) => answered({ status, position: null, data: null, code: 'a/rule' });
    expect(checkAcknowledged(refused(409), LOG)).toEqual([expect.stringContaining('carried out all the same')]);
    expect(checkAcknowledged(refused(403), LOG)).toEqual([expect.stringContaining('403 a/rule')]);
  });

  it('asks nothing of a command that has no answer', () => {
    expect(checkAcknowledged(answered(null), LOG)).toEqual([]);
  });
});

describe('The check of the places of items', () => {
  const stream = `referral-${referralId}`;
  const order = { items: [{ id: 1 }, { id: 2 }] };
  const submitted = { referralId, order, form: 'general', companyId: null };
  const ofItem = (type: string, itemId: number) => ({
    stream,
    commandId: type,
    event: { type, data: { referralId, itemId } },
  });
  const ordered = { stream, commandId: 'key-1', event: { type: 'ReferralSubmitted', data: submitted } };
  const placed = (itemIds: number[]) => ({
    stream: `itemTask-${referralId}`,
    commandId: 'policy',
    bySystem: true,
    event: { type: 'TaskOpened', data: { ...opened, itemIds } },
  });

  it('finds an item that is in no task, and one that was removed and is worked on', () => {
    expect(checkItems(logOf([ordered, placed([1, 2])]))).toEqual([]);
    expect(checkItems(logOf([ordered, placed([1])]))).toEqual([`item 2 of ${referralId} is in no task`]);
    expect(checkItems(logOf([ordered, placed([1, 2]), ofItem('ItemRemoved', 2)]))).toEqual([
      `item 2 of ${referralId} was removed and is worked on`,
    ]);
  });
});

describe('The check of what happens once', () => {
  it('is content when everything did', () => {
    expect(checkOnce(LOG)).toEqual([]);
  });

  it.each([
    ['ReferralSubmitted', 'has 2 orders'],
    ['SubmissionPdfGenerated', 'has 2 PDFs'],
    ['TaskOpened', 'has 2 first tasks'],
    ['TaskFellDue', 'fell due 2 times'],
  ])('finds %s twice', (type, words) => {
    expect(checkOnce(twice(type))).toContainEqual(expect.stringContaining(words));
  });

  it.each([
    ['SubmissionPdfGenerated', 'has no PDF'],
    ['TaskOpened', 'has no first task'],
    ['TaskFellDue', 'nothing says so'],
  ])('finds that %s never came', (type, words) => {
    expect(checkOnce(without(type))).toContainEqual(expect.stringContaining(words));
  });

  it('asks for one outcome of a benefit that an order asked for, and lets one order redeem it', () => {
    const benefit = { eligiblePatientId: 'm-1', redeemedAt: opened.dueAt };
    const asked = {
      ...submitted(false),
      event: { type: 'ReferralSubmitted', data: { ...submitted(false).event.data, ...benefit } },
    };
    const told = {
      stream: `referral-${referralId}`,
      commandId: 'told',
      event: { type: 'BenefitOutcomeTold', data: { referralId, outcome: 'redeemed' } },
    };
    const redeemed = (by: string) => ({
      stream: 'eligibility-m-1',
      commandId: `redeem-${by}`,
      event: { type: 'BenefitRedeemed', data: { ...benefit, referralId: by } },
    });
    const ordered = [asked, ...TOLD.slice(1)];
    expect(checkOnce(logOf([...ordered, redeemed(referralId), told]))).toEqual([]);
    expect(checkOnce(logOf(ordered))).toEqual([`referral ${referralId} has no outcome of its benefit`]);
    expect(checkOnce(logOf([...ordered, redeemed(referralId), told, told]))).toEqual([
      `referral ${referralId} has 2 outcomes of its benefit`,
    ]);
    expect(checkOnce(logOf([...ordered, redeemed(referralId), told, redeemed('9')]))).toEqual([
      `eligibility-m-1 was redeemed by the orders ${referralId} and 9`,
    ]);
  });

  it('asks for one mail to a referrer who wants it', () => {
    const mail = {
      stream: `message-${referralId}`,
      commandId: 'mail',
      event: { type: 'ReferralMailSent', data: { referralId } },
    };
    const mailed = (times: number) =>
      checkOnce(logOf([submitted(true), ...TOLD.slice(1), ...Array<typeof mail>(times).fill(mail)]));
    expect([0, 1, 2].map(mailed)).toEqual([
      [`referral ${referralId} has no mail`],
      [],
      [`referral ${referralId} has 2 mails`],
    ]);
  });

  it('asks for one account of a referrer who was not signed in and wants mail', () => {
    const email = 'ana@plan.example';
    const order = { referralInfo: { sendNotificationsFlag: true, email } };
    const ordered = { ...TOLD[0]!, event: { type: 'ReferralSubmitted', data: { referralId, order } }, anonymous: true };
    const mail = {
      stream: `message-${referralId}`,
      commandId: 'mail',
      event: { type: 'ReferralMailSent', data: { referralId } },
    };
    const account = (nth: number) => ({
      stream: `account-${nth}`,
      commandId: 'account',
      event: { type: 'AccountCreated', data: { userId: String(nth), email } },
    });
    const opened = (times: number) =>
      checkOnce(logOf([ordered, ...TOLD.slice(1), mail, ...Array.from({ length: times }, (_, nth) => account(nth))]));
    expect([0, 1, 2].map(opened)).toEqual([[`${email} has no account`], [], [`${email} has 2 accounts`]]);
  });

  it('asks for a document of all corrections', () => {
    const corrected = {
      stream: `referral-${referralId}`,
      commandId: 'key-4',
      event: { type: 'OtherInformationCorrected', data: { referralId, before: {}, after: { otherInfo: 'Ring' } } },
    };
    const printed = (corrections: number) => ({
      stream: `file-${referralId}`,
      commandId: `print-${corrections}`,
      event: { type: 'SubmissionPdfGenerated', data: { referralId, fileId: 3, corrections } },
    });
    const missing = `referral ${referralId} has no PDF of its 2 corrections`;
    expect(checkOnce(logOf([...TOLD, corrected, corrected, printed(1)]))).toEqual([missing]);
    expect(checkOnce(logOf([...TOLD, corrected, printed(1), corrected, printed(2)]))).toEqual([]);
  });

  it('asks for one verdict on each uploaded file', () => {
    expect([0, 1, 2].map((verdicts) => checkOnce(logWithFile({ verdicts })))).toEqual([
      [`referral ${referralId}, file 2, was never judged`],
      [],
      [`referral ${referralId}, file 2, has 2 verdicts`],
    ]);
    expect(checkOnce(logWithFile({ type: 'FileRejectedByScan' }))).toEqual([
      `referral ${referralId}, file 2, was refused`,
    ]);
  });

  it('asks for no due day of a task that is completed', () => {
    const completed = { ...TOLD[3]!, event: { type: 'TaskCompleted', data: { referralId, taskId } } };
    expect(checkOnce(logOf([...TOLD.slice(0, 3), completed]))).toEqual([]);
  });
});

describe('The check of recertifications', () => {
  const of = (id: string, ...told: readonly (readonly [type: string, data?: object])[]) =>
    told.map(([type, data]) => ({
      stream: `recertification-${id}`,
      commandId: `${id} ${type}`,
      event: { type, data: { referralId: id, taskId: `${id}-1`, ...data } },
    }));
  const begun = (id: string) =>
    of(
      id,
      ['RecertificationOpened', { renews: referralId, itemCategory: 'Incontinence' }],
      ['TaskOpened', { task: 'Recert Log CMN', itemIds: [1], dueAt: null, openedAt: '2026-11-21T12:00:00.000Z' }],
    );
  const stopped = (id: string) => of(id, ['ItemsStopped', { itemIds: [1], reason: 'Moved' }]);
  const completed = (id: string) => of(id, ['TaskCompleted', { completedAt: '2026-11-21T13:00:00.000Z' }]);

  it('is content with one after the other', () => {
    expect(
      checkRecertifications(logOf([...begun('R1'), ...stopped('R1'), ...completed('R1'), ...begun('R2')])),
    ).toEqual([]);
  });

  it('finds one that was opened while another was open', () => {
    expect(checkRecertifications(logOf([...begun('R1'), ...begun('R2')]))).toEqual([
      `R2 was opened while R1 was open: Incontinence of ${referralId}`,
    ]);
  });

  it('finds one whose supply and open task are not together', () => {
    expect(checkRecertifications(logOf([...begun('R1'), ...stopped('R1')]))).toEqual([
      'recertification-R1 is in no task, and open is R1-1',
    ]);
    expect(checkRecertifications(logOf(begun('R1').slice(0, 1)))).toHaveLength(1);
  });
});

describe('The check of the chains', () => {
  const heads = headsOf(LOG);
  const changed = (change: (event: Recorded) => Recorded) =>
    LOG.map((event) => (event.position === 2 ? change(event) : event));

  it('is content with chains that are whole', async () => {
    expect(await checkChains(LOG, heads)).toEqual([]);
  });

  it('finds an event that was changed', async () => {
    const tampered = changed((event) => ({ ...event, data: { ...opened, task: 'Shipped' } }));
    expect(await checkChains(tampered, heads)).toEqual([`itemTask-${referralId} at revision 0: changed`]);
  });

  it('finds a stream that lost its end, or all of it', async () => {
    expect(await checkChains(LOG.slice(0, -1), heads)).toEqual([`itemTask-${referralId} at revision 2: cut`]);
    expect(await checkChains(without('SubmissionPdfGenerated'), heads)).toEqual([
      `file-${referralId} at revision 0: cut`,
    ]);
  });

  it('finds what the projector has not seen', async () => {
    expect(await checkChains(LOG, headsOf(LOG.slice(0, -1)))).toEqual([
      expect.stringContaining('has 3 events, seen were 2'),
    ]);
  });

  it('finds positions that go back', async () => {
    const [first, ...rest] = LOG;
    expect(await checkChains([...rest, first!], heads)).toContain('position 1 does not follow on the one before it');
  });
});

describe('The check of the read models', () => {
  const table = (rows: Readonly<Record<string, string>>) => new Map([['task_queue_v1', new Map(Object.entries(rows))]]);

  it('finds a row that is wrong, one that is missing and one too many', () => {
    expect(checkReadModels(table({ a: '1', b: '2', c: '3' }), table({ a: '1', b: '4', d: '5' }))).toEqual([
      'task_queue_v1: b is 2, should be 4',
      'task_queue_v1: c is there and should not be',
      'task_queue_v1: d is missing',
    ]);
    expect(checkReadModels(table({ a: '1' }), table({ a: '1' }))).toEqual([]);
  });

  it('finds a table that is missing', () => {
    expect(checkReadModels(new Map(), table({ a: '1' }))).toEqual(['task_queue_v1: a is missing']);
  });
});

describe('The check of the open clients', () => {
  const truth = new Map<string, unknown>([
    ['a', { status: 'Shipped', completedAt: undefined }],
    ['b', { status: 'Delivered' }],
  ]);
  const client = { name: 'the queue', held: truth, truth, changed: ['a'], refusals: [] };

  it('is content with one that holds what it was told of', () => {
    expect(checkSockets([client])).toEqual([]);
    expect(checkSockets([{ ...client, held: new Map([['a', { status: 'Shipped' }]]) }])).toEqual([]);
  });

  it('finds a row that is stale, one that was never told, and a refusal', () => {
    const stale = checkSockets([{ ...client, held: new Map([['a', { status: 'Stopped' }]]) }]);
    expect(stale).toEqual([expect.stringContaining('the queue: a is stale')]);
    expect(checkSockets([{ ...client, held: new Map() }])).toEqual(['the queue: was never told of a']);
    expect(checkSockets([{ ...client, refusals: ['service/unavailable'] }])).toEqual([
      'the queue: was refused, service/unavailable',
    ]);
  });

  it('finds a feed that does not end with the row', () => {
    expect(checkFeed('the queue', truth, truth)).toEqual([]);
    expect(checkFeed('the queue', new Map(), truth)).toHaveLength(2);
  });
});
