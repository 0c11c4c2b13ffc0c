import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The places where the servers and the console read the wall clock, and their purpose. It may be set while they run, so it is used for instants and never for
 * durations, which are measured by `performance.now()`.
 */
const INSTANTS: Readonly<Record<string, string>> = {
  'apps/api/src/banner/banner.controller.ts': 'which banners are planned',
  'apps/api/src/command/idempotent.ts': 'the time of a command',
  'apps/api/src/referral-access/file-links.ts': 'the end of a link, which another node checks',
  'apps/api/src/identity/verified-tokens.ts': 'the end of a token',
  'apps/api/src/inquiry/inquiry.controller.ts': 'the end of a link, which another node mailed',
  'apps/api/src/live/live-sockets.ts': 'the end of a token',
  'apps/api/src/live/shown-banners.ts': 'which banners are shown now',
  'apps/api/src/live/recheck-timer.ts': 'the end of a token',
  'apps/api/src/log-tree/log-tree.controller.ts': 'since when the log is unsigned',
  'apps/api/src/note/note.reads.ts': 'since when notes count as unread',
  'apps/api/src/referral-access/look-up-tickets.ts': 'the end of a ticket, which another node checks',
  'apps/api/src/referral-access/submitter-pass.ts': 'the end of a pass, which another node checks',
  'apps/api/src/referral/referral.reads.ts': 'how long ago an order was submitted',
  'apps/console/src/api/server-time.ts':
    'what a browser compares with its own notes alone, and where its count of the server’s time begins: nothing else of the console asks its clock',
  'apps/identity/src/open-identity-provider.ts': 'the ends of sessions and tokens',
  'apps/worker/src/account/account-command.ts': 'the time of a command',
  'apps/worker/src/file/account-disclosures/disclosures-command.ts': 'the time of a command',
  'apps/worker/src/file/export-evidence/export-command.ts': 'the time of a command',
  'apps/worker/src/eligibility/import-command.ts': 'the time of a command',
  'apps/worker/src/eligibility/import-members/import-members.job.ts':
    'the time of a command, and when the queue is to wake a job',
  'apps/worker/src/engines/engines.ts': 'the clock of the jobs and the sweeper',
  'apps/worker/src/file/check-file/check-file.job.ts': 'the time of a command, and when the queue is to wake a job',
  'apps/worker/src/file/generate-corrected-pdf/generate-corrected-pdf.job.ts': 'the time of a command',
  'apps/worker/src/file/generate-submission-pdf/generate-submission-pdf.job.ts': 'the time of a command',
  'apps/worker/src/health/health.controller.ts': 'how late the oldest job is',
  'apps/worker/src/log-tree/verify-command.ts': 'when a part of the log was verified',
  'apps/worker/src/queue/clock-watch.ts': 'whether it was set back',
  'apps/worker/src/queue/one-at-a-time.ts': 'when the queue is to wake a job',
  'apps/worker/src/queue/open-queue.ts': 'when the queue is to wake a job',
  'apps/worker/src/queue/pace.ts': 'when the queue is to wake a job',
  'apps/worker/src/queue/queue-engine.ts': 'when the lock of a dead worker ends',
  'apps/worker/src/log-tree/witness/main.ts': 'the time of a cosignature',
  'libs/event-store/src/eventstoredb/connection/node-client.ts':
    'the deadline of a call, which gRPC takes as an instant',
  'libs/contracts/src/schema-clock.ts': 'today, on a server',
  'libs/platform/src/certificates/certificate-watch.ts': 'how long a certificate is valid',
  'libs/platform/src/logger/logger.ts': 'the time of a log line',
  'scripts/launcher/demo.mjs': 'when the demo was written',
};

const SOURCES = [
  'apps/api/src',
  'apps/worker/src',
  'apps/console/src',
  'apps/identity/src',
  'libs',
  'scripts/launcher',
];
const OTHERS = /\.(spec|contract-suite|testing)\.tsx?$|\/testing\/|\/demo\//;

describe('The wall clock', () => {
  it('is read at these places only, which need an instant', () => {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...SOURCES], {
      cwd: ROOT,
    });
    const asking = listed
      .toString()
      .split('\n')
      // Git lists a file that was deleted until the deletion is staged.
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !OTHERS.test(file) && existsSync(`${ROOT}${file}`))
      .filter((file) =>
        /\bDate\.now\b|\bnew Date\b(?!\()|\bDate\(\)|\btimeOrigin\b/.test(readFileSync(`${ROOT}${file}`, 'utf8')),
      );
    expect(asking.sort()).toEqual(Object.keys(INSTANTS).sort());
  });
});
