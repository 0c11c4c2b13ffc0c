import { checkpointKeys, openEventStore, openTreeFolder, VerifiedTree, verifyEvents } from '@throughline/event-store';
import { answerWith } from '../running/own-process.js';
import type { Round } from '../running/rounds.js';

export interface VerifyRequest {
  readonly logUrl: string;
  readonly tlogUrl: string;
  readonly vkey: string;
}

/** Processor time and not the clock's: the database, which a core of its own serves, is waited for. */
answerWith(async ({ logUrl, tlogUrl, vkey }: VerifyRequest): Promise<Round> => {
  const store = await openEventStore(logUrl);
  const before = process.cpuUsage();
  const tree = await VerifiedTree.open(openTreeFolder(tlogUrl), checkpointKeys([vkey]));
  const { records, findings, provenRecords } = await verifyEvents({ store, tree });
  const { user, system } = process.cpuUsage(before);
  if (findings.length > 0 || provenRecords !== records) throw new Error('The log is not as it was signed');
  return { figure: records / ((user + system) / 1_000_000) };
});
