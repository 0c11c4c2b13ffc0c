import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { dayOfBirth, spanOfDay, type Viewer } from '@throughline/contracts';
import { CENTRAL_TIME, inCentralTime } from '@throughline/domain';
import { commandConfig, openDatabase } from '@throughline/platform';
import { findCasesOfMember, listViewers, type ReadModelSchema, type SoughtMember } from '@throughline/read-models';
import { disclosuresCsv, disclosuresIn } from './disclosures.js';
import { inWords, recordHandedOut, userOfSystem } from '../operator-command.js';
import { renderDisclosuresPdf } from './render-disclosures-pdf.js';

interface Asked {
  /** A Medicaid ID, or last name, first name and date of birth with commas between; `-`: read from standard input. */
  readonly member: string;
  /** YYYY-MM-DD in Central Time, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Files; `-`: standard output. */
  readonly csv?: string | undefined;
  readonly pdf?: string | undefined;
}

/** For as long a person may ask (45 CFR 164.528(a)(1)). */
const YEARS = 6;
const SCREEN = 'Accounting of disclosures';
const STANDARD_OUTPUT = '-';

/**
 * `audit disclosures`: to whom a member's data was disclosed, as CSV, as PDF or as both. It is in the access log, with the user of the
 * operating system, before anything is written. Throws an error in words for an operator.
 */
export async function accountDisclosures(
  { member: typed, from: typedFrom, to: typedTo, ...files }: Asked,
  { env, now = new Date() }: { readonly env?: Readonly<Record<string, string>>; readonly now?: Date } = {},
): Promise<void> {
  const { databaseUrl } = commandConfig(env);
  const asked = typed === STANDARD_OUTPUT ? (await text(process.stdin)).trim() : typed.trim();
  const member = memberOf(asked);
  const to = typedTo === undefined ? dayIn(now) : dayOf('--to', typedTo);
  const from = typedFrom === undefined ? yearsBefore(to) : dayOf('--from', typedFrom);
  if (from > to) throw new Error('--from is after --to.');
  const period = { from: new Date(spanOf(from)[0]), to: new Date(spanOf(to)[1]) };
  const csv = files.csv ?? (files.pdf === undefined ? STANDARD_OUTPUT : undefined);
  if (csv === STANDARD_OUTPUT && files.pdf === STANDARD_OUTPUT)
    throw new Error('Only one of --csv and --pdf can be standard output.');

  const { db, close } = openDatabase<ReadModelSchema>(databaseUrl, { max: 1 });
  try {
    const caseIds = await findCasesOfMember(db, member);
    if (caseIds.length === 0) throw new Error('No referral and no recertification has this member.');
    const seen = new Map<string, readonly Viewer[]>();
    for (const caseId of caseIds) seen.set(caseId, await listViewers(db, { caseId, ...period }));
    const disclosures = disclosuresIn(seen);
    const by = userOfSystem();
    const outputs = [
      ...(csv === undefined ? [] : [{ path: csv, content: Buffer.from(disclosuresCsv(disclosures)) }]),
      ...(files.pdf === undefined
        ? []
        : [
            {
              path: files.pdf,
              content: renderDisclosuresPdf({
                member: asked,
                caseIds,
                from,
                to,
                disclosures,
                madeAt: inCentralTime(now.toISOString()),
                madeBy: `${by}, user of the server`,
              }),
            },
          ]),
    ];
    await writeAll(outputs, () => recordHandedOut(db, { screen: SCREEN, user: by, caseIds }));
    const viewings = disclosures.reduce((sum, { times }) => sum + times, 0);
    const cases =
      caseIds.length === 1 ? '1 referral or recertification' : `${caseIds.length} referrals and recertifications`;
    process.stderr.write(`${viewings} viewings of ${cases}, ${from} to ${to}. Recorded in the access log as ${by}.\n`);
  } catch (error) {
    throw await inWords(error, databaseUrl);
  } finally {
    await close();
  }
}

function memberOf(asked: string): SoughtMember {
  const [lastName = '', firstName, typedDay, ...more] = asked.split(',').map((part) => part.trim());
  if (firstName === undefined && lastName !== '') return { medicaidId: lastName };
  const DOB = dayOfBirth('Date of birth').safeParse(typedDay);
  if (!lastName || !firstName || !DOB.success || more.length > 0)
    throw new Error('--member must be a Medicaid ID, or last name,first name,date of birth: Diaz,Rosa,1990-02-03');
  return { lastName, firstName, DOB: DOB.data };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function dayOf(option: string, typed: string): string {
  const instant = Date.parse(typed);
  if (!DAY.test(typed) || Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== typed)
    throw new Error(`${option} must be a day such as 2026-03-01.`);
  return typed;
}

const spanOf = (day: string) => spanOfDay(Date.parse(day), CENTRAL_TIME);

/** The day in Central Time. */
const dayIn = (now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: CENTRAL_TIME }).format(now);

function yearsBefore(day: string): string {
  const before = new Date(day);
  before.setUTCFullYear(before.getUTCFullYear() - YEARS);
  return before.toISOString().slice(0, 10);
}

interface Output {
  readonly path: string;
  readonly content: Buffer;
}

/** Creates the files, records, then writes. What could not be recorded leaves no file. */
async function writeAll(outputs: readonly Output[], recordThem: () => Promise<void>): Promise<void> {
  const made: { readonly path: string; readonly file: FileHandle; readonly content: Buffer }[] = [];
  let isRecorded = false;
  try {
    for (const { path, content } of outputs.filter((one) => one.path !== STANDARD_OUTPUT))
      made.push({ path, content, file: await create(path) });
    await recordThem();
    isRecorded = true;
    for (const { file, content } of made) await file.writeFile(content);
    for (const { path, content } of outputs)
      if (path === STANDARD_OUTPUT && !process.stdout.write(content)) await once(process.stdout, 'drain');
  } finally {
    for (const { file, path } of made) {
      await file.close();
      if (!isRecorded) await rm(path, { force: true });
    }
  }
}

/** For the operator alone, and never in place of a file that is there. */
async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'EEXIST' ? `${path} is there already.` : `${path} cannot be written: ${message}.`, {
      cause: error,
    });
  }
}
