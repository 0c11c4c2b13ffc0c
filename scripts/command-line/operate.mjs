import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, StartError } from '../launcher/project.mjs';

/* The commands of an operator. They are in the production image, so they import only what the image contains. */

/** A module of the build. Throws a `StartError` if nothing was built. */
export async function built(file) {
  const path = join(ROOT, 'dist', file);
  if (!existsSync(path)) throw new StartError('Nothing is built here: run “npm start” once.');
  return import(pathToFileURL(path).href);
}

/** A command of the worker for the product that runs from this folder, or for the one that DATABASE_URL names. */
export const onProduct = (file, name) => async (values) => {
  if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE) useEnginesOfRunningProduct();
  const { [name]: run } = await built(`apps/worker/src/${file}`);
  return run(values);
};

function useEnginesOfRunningProduct() {
  const file = resolve(ROOT, process.env.DATA_DIR || '.data', 'run.json');
  if (!existsSync(file)) throw new StartError('No product runs here: start it, or set DATABASE_URL.');
  for (const [name, value] of Object.entries(JSON.parse(readFileSync(file, 'utf8')).engines)) {
    process.env[name] = value;
    delete process.env[`${name}_FILE`]; // the product has read it: both are refused
  }
}

const rebuild = (action) => (values) => onProduct('projector/rebuild.js', 'rebuild')({ action, ...values });
const jobs = (action) => (values) => onProduct('queue/jobs-command.js', 'jobs')({ action, ...values });

export default [
  {
    name: 'account create',
    summary:
      'Creates an account without the portal, such as the first administrator’s. Reads the password from standard input.',
    options: {
      login: { value: 'EMAIL', required: true, summary: 'e-mail address' },
      'first-name': { value: 'NAME', required: true, summary: 'first name' },
      'last-name': { value: 'NAME', required: true, summary: 'last name' },
      phone: { value: 'DIGITS', required: true, summary: 'phone number' },
      company: { value: 'ID', required: true, min: 1, summary: 'id of the company; 1 is the operator’s' },
      admin: { summary: 'makes the person an administrator' },
      group: { value: 'NAME', multiple: true, summary: 'adds a group to those of the company' },
    },
    details:
      'Needs IDENTITY_API_TOKEN and the address of the identity provider: IDENTITY_URL, or OIDC_ISSUER for a tenant.\nExample: echo "$PASSWORD" | throughline account create --login ana@portal.example --first-name Ana --last-name Ruiz --phone 5125550100 --company 1 --admin',
    run: onProduct('account/account-command.js', 'createAccountFromInput'),
  },
  {
    name: 'audit disclosures',
    summary:
      'Prints to whom a member’s data was disclosed (45 CFR 164.528), and records in the access log that it did.',
    options: {
      member: { value: 'MEMBER', required: true, summary: 'Medicaid ID, or last name,first name,date of birth' },
      from: {
        value: 'DAY',
        summary: 'first day, YYYY-MM-DD in Central Time; six years before the last one by default',
      },
      to: { value: 'DAY', summary: 'last day; today by default' },
      csv: { value: 'FILE', summary: 'writes a CSV file; “-” is standard output, which it is when no file is named' },
      pdf: { value: 'FILE', summary: 'writes a PDF file; “-” is standard output' },
    },
    details:
      'A member “-” is read from standard input, because every user of the machine can see the arguments of a process.\nExample: echo "Diaz,Rosa,1990-02-03" | throughline audit disclosures --member - --from 2026-01-01 --csv rosa.csv --pdf rosa.pdf',
    run: onProduct('file/account-disclosures/disclosures-command.js', 'accountDisclosures'),
  },
  {
    name: 'audit export',
    summary:
      'Writes the evidence of a referral or a recertification as a ZIP that anybody can verify without the portal, and records that it did.',
    options: {
      referral: { value: 'ID', required: true, summary: 'id of a referral or a recertification' },
      to: { value: 'FILE', required: true, summary: 'the ZIP; “-” is standard output' },
      'without-personal-data': { summary: 'leaves out contents, people and files: what is left still verifies' },
    },
    details:
      'Needs TLOG_KEY, and TLOG_URL and FILES_URL as the worker has them. Whoever gets the ZIP unpacks it and runs “node verify.mjs” in its folder.\nExample: throughline audit export --referral 263341234512345 --to evidence.zip',
    run: onProduct('file/export-evidence/export-command.js', 'exportEvidence'),
  },
  {
    name: 'audit prove',
    summary: 'Prints a proof that one event or viewing was signed as it is now (C2SP tlog-proof). Name one.',
    options: {
      event: { value: 'ID', summary: 'an event by its id; reads all entries, the newest first' },
      position: { value: 'N', min: 1, summary: 'an event by its position in the log' },
      viewing: { value: 'ID', min: 1, summary: 'a viewing by the id of its row in access_log' },
      delivery: { value: 'ID', min: 1, summary: 'rows that were sent live, by their id in live_access' },
    },
    details: 'Example: throughline audit prove --position 73 > event-73.tlog-proof',
    run: onProduct('log-tree/prove-command.js', 'proveByCommand'),
  },
  {
    name: 'audit verify',
    summary:
      'Verifies the logs against chains, trees and signed checkpoints, and files and read models against the log.',
    options: {
      key: { value: 'KEY', multiple: true, summary: 'trusts this public key too, as the command prints it' },
      checkpoint: { value: 'FILE', multiple: true, summary: 'compares a checkpoint that was kept elsewhere' },
      'from-start': { summary: 'reads again what a run that was interrupted has verified' },
      proof: { value: 'FILE', summary: 'verifies a proof of “audit prove” alone; with --key it needs no database' },
    },
    details:
      'Changes nothing in the logs. A run that was interrupted is continued, where TLOG_KEY is set.\nEnds with code 1 when something was altered, or nothing is signed. Without TLOG_KEY it needs the public key, from where you have kept it.',
    run: async (values) => {
      const [file, name] = ['log-tree/verify-command.js', 'verifyLogByCommand'];
      if (values.proof === undefined || values.key.length === 0) return onProduct(file, name)(values);
      return (await built(`apps/worker/src/${file}`))[name](values);
    },
  },
  {
    name: 'import-eligible',
    summary: 'Imports from a CSV file who is eligible for rewards. A repeated import adds nobody twice.',
    parameters: ['file'],
    options: {
      programme: { value: 'NAME', summary: 'for a file without the column: diaper or pregnancy' },
      'correct-dates': { summary: 'takes the file’s date of birth where another is registered' },
      'other-zeros': {
        value: 'DECISION',
        choices: ['correct', 'distinct'],
        summary: 'where an ID with other zeros before it is registered: the file’s is right, or another member’s',
      },
    },
    details:
      'A file “-” is read from standard input.\nEnds with code 2 when some rows were bad; the others are imported.',
    run: onProduct('eligibility/import-command.js', 'importEligibleFile'),
  },
  { name: 'jobs failed', summary: 'Lists the jobs that keep failing.', run: jobs('failed') },
  { name: 'jobs retry', summary: 'Tries a failed job again.', parameters: ['id'], run: jobs('retry') },
  {
    name: 'log copy',
    summary: 'Copies the event log to another engine while the product is stopped. An interrupted copy is continued.',
    options: {
      from: { value: 'FILE', required: true, summary: 'file with the address of the log, postgres://… or esdb://…' },
      to: { value: 'FILE', required: true, summary: 'file with the address of the log that it is copied to' },
    },
    run: async (values) => (await built('apps/worker/src/log-copy/log-command.js')).copyBetweenEngines(values),
  },
  {
    name: 'rebuild status',
    summary: 'Prints the position of the log and of each read model, and the parked streams.',
    run: rebuild('status'),
  },
  {
    name: 'rebuild cancel',
    summary: 'Stops the building of a read model’s new version.',
    parameters: ['table'],
    run: rebuild('cancel'),
  },
  {
    name: 'rebuild resume',
    summary: 'Continues a build that was cancelled.',
    parameters: ['table'],
    run: rebuild('resume'),
  },
  {
    name: 'rebuild retry',
    summary: 'Processes a parked stream again, from the event that failed.',
    parameters: ['consumer', 'stream'],
    run: rebuild('retry'),
  },
  {
    name: 'signing-keys rotate',
    summary: 'Has the identity provider sign with its next key from now on. Tokens of the key before stay valid.',
    details: 'Needs IDENTITY_API_TOKEN and the address of the identity provider, as “account create” does.',
    run: () => onProduct('account/rotate-signing-keys.js', 'rotateSigningKeys')(),
  },
];
