import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internalNoteDecider, noteDecider } from '@throughline/domain';
import { listInternalNotes } from '../internal-note/internal-note.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { Story } from '../testing/story.js';
import { listNotesOfReferral } from './note.query.js';

const ID = '263251234512345';
const SAM = { userId: 'sam', operatorId: 1, isInsider: true };

const story = new Story();
const author = { userId: 'ana', firstName: 'Ana', lastName: 'Ruiz', companyId: 40 };
const write = () => {
  const about = { referralId: ID, parentNoteId: null, text: '<p>?</p>' };
  story.execute(noteDecider, ID, {
    type: 'WriteNote',
    data: { ...about, actionNeeded: false, author, writtenAt: story.now },
  });
  story.execute(internalNoteDecider, ID, {
    type: 'WriteInternalNote',
    data: { ...about, authorUserId: 'sam', writtenAt: story.now },
  });
};

describe('Where the work was when a note was written', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    story.submit(ID);
    write();
    story.move(`${ID}-1`, [1], 'Patient Contact 1st');
    write();
    story.move(`${ID}-1`, [2], 'Log CMN');
    write();
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it('is the departments whose tasks had items at that time', async () => {
    const expected = [['Demos'], ['Demos', 'Intake'], ['DocuCert', 'Intake']];
    const notes = await listNotesOfReferral(engines.db, ID, SAM);
    expect(notes.map(({ departments }) => departments)).toEqual(expected);
    const internal = await listInternalNotes(engines.db, ID, SAM);
    expect(internal.map(({ departments }) => departments)).toEqual(expected);
  });

  it('is the sub-departments of these tasks', async () => {
    const notes = await listNotesOfReferral(engines.db, ID, SAM);
    expect(notes.map(({ subDepartments }) => subDepartments)).toEqual([
      ['Custom Item'],
      ['Custom Item'],
      ['Custom Item'],
    ]);
  });

  it('is not told to a referrer', async () => {
    const [note] = await listNotesOfReferral(engines.db, ID, { userId: 'ana', operatorId: 1, isInsider: false });
    expect(note).toMatchObject({ departments: [], subDepartments: [] });
  });
});
