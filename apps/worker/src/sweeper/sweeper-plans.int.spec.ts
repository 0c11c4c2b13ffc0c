import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accountDecider,
  catalogueDecider,
  type CatalogueItem,
  evidenceDecider,
  failureDecider,
  noteDecider,
  registrationDecider,
  type RequestAccount,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import type { ReadModelSchema } from '@throughline/read-models';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { PlannedJob } from '../queue/job.js';
import { JOBS } from '../queue/jobs.js';
import { Reconciler } from './reconciler.js';

const OPERATOR = 1;
/** The referral without its PDFs, whose due day has not been recorded as over. */
const UNFINISHED = '242635999999999';
/** Evidence whose day is over. */
const KEPT = '242635999999998';
/** The number of other referrals: enough for PostgreSQL to prefer an index to a scan. The test does not measure time. */
const FINISHED = 5_000;

const ANA = { lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example' };
const AN_ACCOUNT = { userId: UNFINISHED, ...ANA, primaryPhone: null, companyId: 12, admin: false, groups: [] };
const A_REQUEST: RequestAccount['data'] = {
  registrationId: UNFINISHED,
  ...ANA,
  phone: null,
  state: 'AZ',
  companyId: 12,
  groups: [],
  reason: null,
  requester: { manages: null, companyId: null, email: null },
  operatorId: 1,
  at: '2026-11-21T12:00:00.000Z',
};

const GLOVES: CatalogueItem = {
  id: 'gloves',
  itemCategory: 'Supplies',
  item: 'Gloves',
  description: 'Each.',
  hcpcs: null,
  image: null,
  options: [],
  states: 'all',
  groups: 'all',
};

const A_RETRY = {
  actId: UNFINISHED,
  reason: 'Mended',
  failure: { kind: 'parked', consumer: 'note_v1', stream: 'note-1', position: 1 } as const,
};

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

describe('A sweep over many referrals', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story().submit(UNFINISHED).correct(UNFINISHED, { items: [{ id: 1, qty: 2 }] });
    story.execute(accountDecider, UNFINISHED, { type: 'CreateAccount', data: AN_ACCOUNT });
    story.execute(accountDecider, UNFINISHED, { type: 'OrderSignInAct', data: { act: 'unlock', reason: 'Asked' } });
    const left = { ...AN_ACCOUNT, userId: 'u-left', companyId: OPERATOR };
    story.execute(accountDecider, 'u-left', { type: 'CreateAccount', data: left });
    const leaving = { reason: 'Left', by: null, otherAdmins: 1 };
    story.executeFresh(accountDecider, 'u-left', { type: 'DeactivateAccount', data: leaving });
    story.execute(accountDecider, 'u-left', {
      type: 'SettleProviderAct',
      data: { actNumber: 1, act: 'deactivate', refusal: null },
    });
    const held = { referralId: UNFINISHED, taskId: `${UNFINISHED}-1`, assignee: { userId: 'u-left', name: 'Gone' } };
    story.work('AssignTask', held);
    story.execute(registrationDecider, UNFINISHED, { type: 'RequestAccount', data: A_REQUEST });
    story.execute(failureDecider, UNFINISHED, { type: 'RetryFailure', data: A_RETRY });
    story.execute(catalogueDecider, UNFINISHED, {
      type: 'PlanCatalogue',
      data: {
        versionId: UNFINISHED,
        fileName: 'winter.csv',
        items: [],
        reason: 'Winter',
        plannedAt: story.now,
        activatesAt: '2027-01-04T06:00:00.000Z',
        comparedWith: null,
        active: { versionId: null, items: [GLOVES] },
      },
    });
    const evidence = { referralId: UNFINISHED, hasPersonalData: true, reason: 'Court', requestedAt: story.now };
    const file = { storageName: 's', size: 1, sha256: 'ab', lastEvent: 1, exportedAt: story.now };
    const count = { events: 1, viewings: 1, unsignedEvents: 0, unsignedViewings: 0 };
    for (const exportId of [KEPT, UNFINISHED]) {
      story.execute(evidenceDecider, UNFINISHED, { type: 'RequestEvidence', data: { ...evidence, exportId } });
      if (exportId !== KEPT) continue;
      const data = { referralId: UNFINISHED, exportId, ...file, count };
      story.execute(evidenceDecider, UNFINISHED, { type: 'RecordEvidence', data });
    }
    const author = { userId: 'sam', firstName: 'Sam', lastName: 'Oduya', companyId: 1 };
    const note = { referralId: UNFINISHED, parentNoteId: null, text: '<p>News</p>', actionNeeded: false, author };
    story.execute(
      noteDecider,
      UNFINISHED,
      { type: 'WriteNote', data: { ...note, writtenAt: story.now } },
      SYSTEM_ACTOR,
    );
    await append(engines.store, story.events);
    await projectAll(engines);
    await addFinished(engines);
  });
  afterAll(() => engines.close());

  it('finds what is missing, and reads next to nothing of what is finished', async () => {
    const { jobs, queries } = await sweep(engines);
    expect(jobs.map(({ job, data }) => [job.name, data])).toEqual([
      ['fire-due-day', { referralId: UNFINISHED, taskId: `${UNFINISHED}-1` }],
      ['activate-catalogue', { versionId: UNFINISHED }],
      ['remove-evidence', { referralId: UNFINISHED, exportId: KEPT }],
      ['generate-submission-pdf', { referralId: UNFINISHED }],
      ['generate-corrected-pdf', { referralId: UNFINISHED, revision: 1 }],
      ['export-evidence', { referralId: UNFINISHED, exportId: UNFINISHED }],
      ['carry-out-acts', { userId: UNFINISHED }],
      ['hand-on-tasks', { userId: 'u-left' }],
      ['retry-failure', { actId: UNFINISHED }],
    ]);
    const read = await Promise.all(
      queries.map(async ({ sql: query, parameters }) => {
        const explain = `explain (analyze, format json) ${query}`;
        const { rows } = await engines.pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(explain, [
          ...parameters,
        ]);
        return { query, rowsRead: rowsRead(rows[0]!['QUERY PLAN'][0].Plan) };
      }),
    );
    expect(read.length).toBeGreaterThan(4);
    expect(read.filter((one) => one.rowsRead > 10)).toEqual([]);
  });
});

/** Adds copies of the unfinished referral that are complete: with their PDF, and a task whose due day was recorded as over. */
async function addFinished({ db }: Engines): Promise<void> {
  const copies: readonly (readonly [model: string, key: string, finished: object])[] = [
    ['referral_detail', 'referral_id', {}],
    ['submission', 'referral_id', { row: { pdf: true, files: [] }, unprinted_correction: null }],
    ['task_queue', 'task_id', { fell_due: true }],
    ['catalogue_version', 'version_id', { status: 'activated' }],
    ['evidence_export', 'export_id', { status: 'removed' }],
    ['account', 'user_id', { has_pending_act: null }],
    ['registration', 'registration_id', { outcome: 'created' }],
    ['failure_act', 'act_id', { outcome: 'done' }],
    // Dated today, so that they wait for tomorrow's digest.
    ['notification_mail', 'mail_id', { user_id: UNFINISHED, notified_at: '2027-11-21T15:00:00.000Z' }],
  ];
  for (const [model, key, finished] of copies) {
    await sql`
      insert into ${sql.table(model)}
      select copy.* from ${sql.table(model)} as one, generate_series(1, ${FINISHED}) as n,
             cast('242635' || lpad(n::text, 9, '0') as text) as id,
             jsonb_populate_record(one, to_jsonb(one) || ${JSON.stringify(finished)}::jsonb
               || jsonb_build_object('referral_id', id, ${sql.lit(key)}, id)) as copy
       where ${sql.ref(`one.${key}`)} = (select min(${sql.ref(key)}) from ${sql.table(model)})`.execute(db);
  }
  await sql`analyze`.execute(db);
}

/** Runs a sweep a year later, and records every query. */
async function sweep({ pool }: Engines) {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<ReadModelSchema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query as CompiledQuery),
  });
  const now = new Date('2027-11-21T18:00:00.000Z');
  const jobs: PlannedJob[] = [];
  const config = { identityApiToken: 'opens accounts', operatorCompanyId: OPERATOR };
  for await (const missing of new Reconciler(JOBS).find({ db, now, config })) jobs.push(...missing);
  return { jobs, queries };
}

/** The rows that the plan and all its nodes read, returned or discarded. */
function rowsRead(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, own);
}
