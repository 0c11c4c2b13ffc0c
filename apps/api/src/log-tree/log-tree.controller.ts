import { Controller, Inject, StreamableFile } from '@nestjs/common';
import { type LogProof, type LogProofs, logTreeRoutes, type LogWitness } from '@throughline/contracts';
import {
  CHECKPOINT_PATH,
  cosignedCheckpoint,
  type EventStore,
  eventLog,
  isTilePath,
  openTreeFolder,
  type ProvableLog,
  readAltered,
  readTreeState,
  readWitnesses,
  type RecordPlace,
  type TreeFolder,
  type WitnessState,
} from '@throughline/event-store';
import { readAlteredModels, viewingLog } from '@throughline/read-models';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { HttpError } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';

/** Milliseconds for which a record may be without a checkpoint. A worker signs twice a minute; another one takes over in seconds. */
const LATE_MS = 300_000;
/** Milliseconds for which a witness may not answer. It is asked twice a minute. */
const WITNESS_LATE_MS = 900_000;

@Controller()
export class LogTreeController {
  private readonly events: TreeFolder;
  private readonly viewings: TreeFolder;
  private readonly accessLog: ReturnType<typeof viewingLog>;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) { db }: ApiDatabase,
    @Inject(CONFIG) config: ApiConfig,
  ) {
    this.accessLog = viewingLog(db);
    this.events = openTreeFolder(config.tlogUrl);
    this.viewings = openTreeFolder(config.tlogUrl, 'access-log');
  }

  @Serves(logTreeRoutes.state)
  async state(): Promise<LogProofs> {
    const [events, accessLog, readModels = null] = await Promise.all([
      stateOf(this.events, eventLog(this.store)),
      stateOf(this.viewings, this.accessLog),
      readAlteredModels(this.events),
    ]);
    return { events, accessLog, readModels };
  }

  @Serves(logTreeRoutes.checkpoint)
  checkpoint(): Promise<StreamableFile> {
    return sendCheckpoint(this.events);
  }

  @Serves(logTreeRoutes.tile)
  tile({ params }: RouteRequest<typeof logTreeRoutes.tile>): Promise<StreamableFile> {
    return sendTile(this.events, params.path);
  }

  @Serves(logTreeRoutes.accessCheckpoint)
  accessCheckpoint(): Promise<StreamableFile> {
    return sendCheckpoint(this.viewings);
  }

  @Serves(logTreeRoutes.accessTile)
  accessTile({ params }: RouteRequest<typeof logTreeRoutes.accessTile>): Promise<StreamableFile> {
    return sendTile(this.viewings, params.path);
  }
}

async function stateOf<Stored extends RecordPlace & { readonly recordedMicros: number }>(
  folder: TreeFolder,
  log: ProvableLog<Stored>,
): Promise<LogProof> {
  const { checkpoint, position, refusal } = await readTreeState(folder);
  const unsignedMs = await firstAfter(log, position);
  return {
    checkpoint: checkpoint
      ? {
          origin: checkpoint.origin,
          size: checkpoint.size,
          signedAt: checkpoint.at.toISOString(),
          root: Buffer.from(checkpoint.root, 'latin1').toString('base64'),
        }
      : null,
    unsignedSince: unsignedMs === null ? null : new Date(unsignedMs).toISOString(),
    isLate: unsignedMs !== null && Date.now() - unsignedMs > LATE_MS,
    refusal: refusal ?? null,
    witnesses: (await readWitnesses(folder)).map(witnessOf),
    altered: alteredOf(await readAltered(folder)),
  };
}

const alteredOf = (found: Awaited<ReturnType<typeof readAltered>>) =>
  found ? { since: found.since, words: found.words } : null;

function witnessOf(state: WitnessState): LogWitness {
  const { name, failure } = state;
  const cosigned = cosignedCheckpoint(state);
  const isLate = failure !== null && (failure.isAlarm || Date.now() - Date.parse(failure.since) > WITNESS_LATE_MS);
  return {
    name,
    cosigned: cosigned ? { size: cosigned.size, signedAt: cosigned.at.toISOString() } : null,
    failure,
    isLate,
  };
}

/** When the first record after a position was recorded, in milliseconds; null: there is none. */
async function firstAfter(
  log: ProvableLog<RecordPlace & { readonly recordedMicros: number }>,
  position: number,
): Promise<number | null> {
  for await (const { recordedMicros } of log.readStored({ after: position, atMost: 1 })) return recordedMicros / 1_000;
  return null;
}

const sendCheckpoint = (folder: TreeFolder): Promise<StreamableFile> =>
  send(folder, CHECKPOINT_PATH, 'text/plain; charset=utf-8');

async function sendTile(folder: TreeFolder, place: string): Promise<StreamableFile> {
  const path = `tile/${place}`;
  if (!isTilePath(path)) throw noSuchFile();
  return send(folder, path, 'application/octet-stream');
}

async function send(folder: TreeFolder, path: string, type: string): Promise<StreamableFile> {
  const content = await folder.read(path);
  if (!content) throw noSuchFile();
  return new StreamableFile(content, { type });
}

const noSuchFile = () => new HttpError(404, 'log-tree/not-found', 'There is no such file of the tree over the log.');
