import { checkFile, generateSubmissionPdf, importMembers, openAccount, sendReferralMail } from '@throughline/contracts';
import { projectedPosition, type ReadModelSchema, SUBMISSION_TYPE } from '@throughline/read-models';
import { type Kysely, sql } from 'kysely';
import { oldestAwaited } from '../planner/still-awaited.js';
import type { PlannedJob } from '../queue/job-definition.js';

/** Jobs planned a sweep at most: what is left is found by the next one. */
const AT_A_TIME = 5_000;

/** Have the read models taken in everything up to `position`? False as well before a projector has made them. */
export async function readModelsReach(db: Kysely<ReadModelSchema>, position: number): Promise<boolean> {
  const made = await sql<{ made: boolean }>`
    select to_regclass('referral_detail') is not null and to_regclass('referral_file') is not null
       and to_regclass('task_queue') is not null and to_regclass('sent_mail') is not null
       and to_regclass('submission') is not null and to_regclass('account') is not null
       and to_regclass('eligibility_import') is not null as made`.execute(db);
  return made.rows[0]?.made === true && ((await projectedPosition(db)) ?? -1) >= position;
}

/**
 * What should have happened, or is to happen, by what the read models say: files that wait for their check, submissions without their PDF,
 * newest first, recent ones without the mail or the account that they asked for, and files of members that are not taken in.
 * Planning again what waits already adds nothing: its id is taken.
 */
export async function whatIsMissing(
  db: Kysely<ReadModelSchema>,
  /** `opensAccounts`: is there an identity provider to ask? */
  { now, opensAccounts }: { readonly now: Date; readonly opensAccounts: boolean },
): Promise<readonly PlannedJob[]> {
  const withoutPdf = await sql<{ referral_id: string }>`
    select referral_id from referral_detail as referral
     where not exists (select from referral_file as file where file.referral_id = referral.referral_id and file.type = ${SUBMISSION_TYPE})
     order by referral_id desc limit ${AT_A_TIME}`.execute(db);
  // The same that `what-a-submission-asks-for.ts` asks of the event.
  const wantsMail = sql`referral_id >= ${oldestAwaited(now)}
    and (detail -> 'order' -> 'referralInfo' ->> 'sendNotificationsFlag')::boolean`;
  const withoutMail = await sql<{ referral_id: string }>`
    select referral_id from referral_detail as referral
     where ${wantsMail}
       and not exists (select from sent_mail as mail where mail.referral_id = referral.referral_id)
       and not exists (select from submission where submission.referral_id = referral.referral_id and "row" ->> 'benefit' = 'waiting')
     order by referral_id desc limit ${AT_A_TIME}`.execute(db);
  const withoutAccount = await sql<{ referral_id: string }>`
    select referral_id from referral_detail as referral
     where ${opensAccounts} and ${wantsMail} and submitter_user_id is null
       and not exists (select from account where account.email = lower(referral.referrer_email))
     order by referral_id desc limit ${AT_A_TIME}`.execute(db);
  const unchecked = await sql<{ referral_id: string; file_id: number }>`
    select referral_id, (file ->> 'fileId')::int as file_id
      from submission, json_array_elements("row" -> 'files') as file
     where unchecked and file ->> 'check' = 'waiting'
     limit ${AT_A_TIME}`.execute(db);
  const imports = await sql<{ import_id: string }>`
    select import_id from eligibility_import where status = 'running' limit ${AT_A_TIME}`.execute(db);
  return [
    ...imports.rows.map((row) => ({ job: importMembers, data: { importId: row.import_id } })),
    ...unchecked.rows.map((row) => ({
      job: checkFile,
      data: { referralId: row.referral_id, fileId: row.file_id },
    })),
    ...withoutPdf.rows.map((row) => ({ job: generateSubmissionPdf, data: { referralId: row.referral_id } })),
    ...withoutMail.rows.map((row) => ({ job: sendReferralMail, data: { referralId: row.referral_id } })),
    ...withoutAccount.rows.map((row) => ({ job: openAccount, data: { referralId: row.referral_id } })),
  ];
}
