import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FileEvent, type ItemCorrection, type Recorded, referralDecider } from '@throughline/domain';
import { handleCommand, readState, systemContext } from '@throughline/event-store';
import { type FileStore, openFileStore } from '@throughline/platform';
import { append, type Engines, openEngines, Story } from '@throughline/read-models/testing';
import { GenerateCorrectedPdf } from './generate-corrected-pdf.job.js';
import { GenerateSubmissionPdf } from '../generate-submission-pdf/generate-submission-pdf.job.js';
import type { SubmissionDocument } from '../generate-submission-pdf/submission-document.js';
import type { SubmissionPrinter } from '../generate-submission-pdf/submission-printer.js';

const ID = '263251234512345';
const AT = '2026-11-22T15:00:00.000Z';

describe('The PDF of a corrected referral', () => {
  let engines: Engines;
  let folder: string;
  let files: FileStore;
  const printed: SubmissionDocument[] = [];
  const printer = {
    print: (document: SubmissionDocument) => {
      printed.push(document);
      return Promise.resolve(Buffer.from(`%PDF-${printed.length}`));
    },
  } as unknown as SubmissionPrinter;

  beforeAll(async () => {
    engines = await openEngines();
    folder = await mkdtemp(join(tmpdir(), 'corrected-pdf-'));
    files = await openFileStore(pathToFileURL(folder).href);
    await append(engines.store, new Story().submit(ID).events);
  });
  afterAll(async () => {
    await engines.close();
    await rm(folder, { recursive: true });
  });

  const process = (revision: number) =>
    new GenerateCorrectedPdf(
      engines.store,
      files,
      printer,
      new GenerateSubmissionPdf(engines.store, files, printer),
    ).process({ referralId: ID, revision });
  const correct = async (...items: ItemCorrection[]) => {
    const { state } = await readState(engines.store, referralDecider, ID);
    const seen = state.status === 'none' ? 0 : (state.corrections ?? 0);
    return handleCommand(engines.store, {
      decider: referralDecider,
      id: ID,
      command: {
        type: 'CorrectReferral',
        data: { referralId: ID, seen, order: {}, items, added: [], offered: [], finished: [], at: AT },
      },
      context: systemContext(randomUUID(), AT),
    });
  };
  async function names(): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const recorded of engines.store.readStream(`file-${ID}`)) {
      const event = recorded as Recorded<FileEvent>;
      if (event.type === 'SubmissionPdfGenerated') found.push(event.data.fileName);
    }
    return found;
  }

  it('is not made while nothing was corrected', async () => {
    await process(1);
    expect(await names()).toEqual([]);
  });

  it('is a new version beside that of the order as submitted, without removed items', async () => {
    await correct({ id: 1, qty: 5 }, { id: 2, deleted: true });
    await process(1);
    expect(await names()).toEqual([`Referral-${ID}.pdf`, `Corrected-1-${ID}.pdf`]);
    expect(printed.map(({ items, corrected }) => [items.map(({ Qty }) => Qty), corrected])).toEqual([
      [['1', '1'], undefined],
      [['5'], 'Nov 22, 2026, 9:00 AM Central Time'],
    ]);
  });

  it('is made once for several corrections, and again for later ones', async () => {
    await process(2);
    expect(printed).toHaveLength(2);
    await correct({ id: 1, qty: 6 });
    await correct({ id: 1, qty: 7 });
    await process(3);
    await process(4);
    expect(await names()).toEqual([`Referral-${ID}.pdf`, `Corrected-1-${ID}.pdf`, `Corrected-2-${ID}.pdf`]);
  });
});
