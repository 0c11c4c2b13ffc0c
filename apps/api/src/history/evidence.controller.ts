import { createHash } from 'node:crypto';
import { Controller, Header, Inject, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type EvidenceExports, evidenceRoutes } from '@throughline/contracts';
import { dayOf, type EvidenceExported, evidenceDecider, type EvidenceState, mayAudit } from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { FileNotStored, type FileStore, type Logger } from '@throughline/platform';
import { feedPosition, listEvidenceExports } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { decideOn, ExecuteCommand, resultOf } from '../command/execute-command.js';
import { EVENT_STORE, FILES, LOGGER } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { HttpError, notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import type { Caller } from '../identity/caller.js';
import { Callers } from '../identity/callers.js';
import { dispositionOf, FileLinks, type LinkedFile, linkExpired, notAsStored } from '../referral-access/file-links.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

type EvidenceRequest<Name extends keyof typeof evidenceRoutes> = RouteRequest<(typeof evidenceRoutes)[Name]>;

/** As the command line calls it in the access log. */
const SCREEN = 'Evidence';

/** The evidence of a case: a worker exports it as a ZIP, which is kept for a day. */
@Controller()
export class EvidenceController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
    private readonly links: FileLinks,
    private readonly callers: Callers,
    private readonly accessLog: AccessLog,
  ) {}

  /** How far the exports are. Shows nothing of the case itself. */
  @Serves(evidenceRoutes.list)
  list({ params: { id }, query: { minPosition }, caller }: EvidenceRequest<'list'>): Promise<EvidenceExports> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.require(caller, id);
      const feed = await feedPosition(db);
      return { exports: await listEvidenceExports(db, id), feed };
    });
  }

  /** The export has the id of the command. It is recorded as a viewing before it is asked for, as nothing asks its reader again. */
  @Serves(evidenceRoutes.begin)
  async begin({ params: { id: referralId }, body, caller, context }: EvidenceRequest<'begin'>) {
    await this.referrals.requireForCommand(caller, referralId);
    const { commandId: exportId, at: requestedAt } = context;
    const isNewRequest = context.first === undefined && !context.withdraws;
    if (isNewRequest && !isRunning(await this.stateOf(referralId))) {
      const shown = { referralIds: [referralId], rowIds: [exportId] };
      await this.accessLog.record({ caller, screen: SCREEN, ...shown, outcome: 'downloaded' });
    }
    const command = { type: 'RequestEvidence', data: { referralId, exportId, ...body, requestedAt } } as const;
    const handled = await decideOn(this.store, evidenceDecider, referralId, command, context);
    const state = await this.stateOf(referralId);
    const isNew = exportId in state;
    const running = Object.keys(state).findLast((id) => state[id]?.status === 'running');
    const result = await resultOf(this.store, handled);
    return result.with({ exportId: isNew ? exportId : (running ?? Object.keys(state).at(-1) ?? exportId), isNew });
  }

  /** The worker stops soon afterwards. */
  @Serves(evidenceRoutes.cancel)
  async cancel({ params: { id: referralId, exportId }, caller, context }: EvidenceRequest<'cancel'>) {
    await this.referrals.requireForCommand(caller, referralId);
    const command = { type: 'CancelEvidence', data: { referralId, exportId, canceledAt: context.at } } as const;
    return this.commands.execute(new ExecuteCommand(evidenceDecider, referralId, command, context));
  }

  /** It shows nothing; each time that it is followed is recorded. */
  @Serves(evidenceRoutes.link)
  async link({ params: { id: referralId, exportId }, caller }: EvidenceRequest<'link'>) {
    await this.referrals.requireForCommand(caller, referralId);
    const exported = await this.find(referralId, exportId);
    if (!exported) throw notFound('evidence');
    await this.requireAsStored(exported);
    const { actor, sessionHash } = caller;
    const file = { kind: 'evidence', referralId, fileId: exportId } as const;
    return `/api/evidence/${this.links.sign({ ...file, userId: actor.userId ?? '', sessionHash })}`;
  }

  @Serves(evidenceRoutes.fetch)
  @Header('X-Content-Type-Options', 'nosniff')
  async fetch({ params: { token }, caller }: EvidenceRequest<'fetch'>): Promise<StreamableFile> {
    const link = this.links.verify('evidence', token);
    const reader = link && (await this.findReader(link, caller));
    const exported = reader && (await this.find(link.referralId, link.fileId));
    if (!exported) throw linkExpired();
    const { referralId, exportId, storageName, size, exportedAt } = exported;
    await this.requireAsStored(exported);
    const shown = { referralIds: [referralId], rowIds: [exportId] };
    await this.accessLog.record({ caller: reader, screen: SCREEN, ...shown, outcome: 'downloaded' });
    return new StreamableFile(await this.files.get(storageName), {
      type: 'application/zip',
      disposition: dispositionOf(referralId, `evidence-${referralId}-${dayOf(exportedAt)}.zip`),
      length: size,
    });
  }

  private async stateOf(referralId: string): Promise<EvidenceState> {
    return (await readState(this.store, evidenceDecider, referralId)).state;
  }

  /** What an event says of an export, until it is removed. */
  private async find(referralId: string, exportId: string): Promise<EvidenceExported['data'] | undefined> {
    const found = (await this.stateOf(referralId))[exportId];
    return found?.status === 'exported' ? found.file : undefined;
  }

  /** Reads it once more than it is sent, because it may be larger than what fits in memory. */
  private async requireAsStored({
    referralId,
    exportId,
    storageName,
    sha256,
  }: EvidenceExported['data']): Promise<void> {
    const hash = createHash('sha256');
    try {
      for await (const piece of await this.files.get(storageName)) hash.update(piece as Buffer);
      if (hash.digest('hex') === sha256) return;
    } catch (error) {
      if (!(error instanceof FileNotStored)) throw error;
    }
    this.logger.error({ referralId, exportId }, 'exported evidence is not as it was stored');
    throw notAsStored();
  }

  /** The person for whom the link was made, if they may still audit. */
  private async findReader({ userId, sessionHash }: LinkedFile, caller: Caller): Promise<Caller | undefined> {
    try {
      const reader = { ...caller, ...(await this.callers.findPerson(userId)), sessionHash };
      return mayAudit(reader.actor) ? reader : undefined;
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return undefined;
      throw error;
    }
  }
}

const isRunning = (state: EvidenceState): boolean => Object.values(state).some(({ status }) => status === 'running');
