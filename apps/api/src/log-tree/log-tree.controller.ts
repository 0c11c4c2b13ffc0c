import { Controller, Inject, StreamableFile } from '@nestjs/common';
import { type LogProof, logTreeRoutes } from '@throughline/contracts';
import { CHECKPOINT_PATH, type EventStore, isTilePath, openTreeFolder, readTreeState } from '@throughline/event-store';
import { type ApiConfig, CONFIG, EVENT_STORE } from '../engines/engines.js';
import { HttpError } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';

/** Milliseconds for which an event may be without a checkpoint. A worker signs twice a minute; another one takes over in seconds. */
const LATE_MS = 300_000;

@Controller()
export class LogTreeController {
  private readonly folder: ReturnType<typeof openTreeFolder>;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) config: ApiConfig,
  ) {
    this.folder = openTreeFolder(config.tlogUrl);
  }

  @Serves(logTreeRoutes.state)
  async state(): Promise<LogProof> {
    const { checkpoint, position, refusal } = await readTreeState(this.folder);
    const unsignedMs = await this.firstAfter(position);
    return {
      checkpoint: checkpoint
        ? {
            ...{ origin: checkpoint.origin, size: checkpoint.size, signedAt: checkpoint.at.toISOString() },
            root: Buffer.from(checkpoint.root, 'latin1').toString('base64'),
          }
        : null,
      unsignedSince: unsignedMs === null ? null : new Date(unsignedMs).toISOString(),
      isLate: unsignedMs !== null && Date.now() - unsignedMs > LATE_MS,
      refusal: refusal ?? null,
    };
  }

  @Serves(logTreeRoutes.checkpoint)
  checkpoint(): Promise<StreamableFile> {
    return this.send(CHECKPOINT_PATH, 'text/plain; charset=utf-8');
  }

  @Serves(logTreeRoutes.tile)
  async tile({ params }: RouteRequest<typeof logTreeRoutes.tile>): Promise<StreamableFile> {
    const path = `tile/${params.path}`;
    if (!isTilePath(path)) throw noSuchFile();
    return this.send(path, 'application/octet-stream');
  }

  private async send(path: string, type: string): Promise<StreamableFile> {
    const content = await this.folder.read(path);
    if (!content) throw noSuchFile();
    return new StreamableFile(content, { type });
  }

  /** When the first event after a position was recorded, in milliseconds; null: there is none. */
  private async firstAfter(position: number): Promise<number | null> {
    for await (const { recordedMicros } of this.store.readStored({ after: position })) return recordedMicros / 1_000;
    return null;
  }
}

const noSuchFile = () => new HttpError(404, 'log-tree/not-found', 'There is no such file of the tree over the log.');
