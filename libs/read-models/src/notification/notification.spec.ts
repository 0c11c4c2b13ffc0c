import { describe, expect, it } from '@jest/globals';
import {
  type Actor,
  internalNoteDecider,
  type ItemTaskCommand,
  noteDecider,
  notificationMailDecider,
  recertificationDecider,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { project } from '../testing/project.js';
import { RECERTIFIED } from '../testing/random-recertifications.js';
import { RECERTIFICATION_ID } from '../testing/random-steps.js';
import { ANA, SAM, Story } from '../testing/story.js';
import { notificationMailProjection } from './notification-mail.js';
import { notificationProjection } from './notification.js';

const id = '263250000000001';
const STAFF: Actor = { userId: 'sam', email: 'sam@throughline.example', role: 'staff', companyId: 1 };
const MINH = { userId: 'minh', name: 'Minh Tran' };

const write = (by: Actor, story: Story, parentNoteId: string | null = null) => {
  const author = { userId: by.userId ?? '', firstName: '', lastName: '', companyId: by.companyId };
  const note = { referralId: id, parentNoteId, text: '<p>Unmistakable</p>', actionNeeded: false, author };
  return story.execute(noteDecider, id, { type: 'WriteNote', data: { ...note, writtenAt: story.now } }, by);
};
/** Staff record an outcome, which moves the item to the next task. */
const record = (story: Story, taskId: string, outcome: 'created' | 'reached') => {
  const data = { referralId: id, taskId, outcome, itemIds: null, by: SAM, at: story.now, dayMs: null };
  const order = { insuranceType: { medicare: false, medicaid: true, commercial: false }, items: [] };
  return story.work('RecordOutcome', { ...data, note: null, method: null, orderId: null, order });
};

const shown = (story: Story) =>
  [...project(notificationProjection, story.events).rows.values()].map((row) => ({
    [`${row.user_id} ${row.kind}`]: row.notification_id,
  }));

describe('Notifications', () => {
  it('are a row for each note, and one for the status of a referral, whose newest change counts', () => {
    const story = new Story().submit(id, undefined, { ...ANA, userId: 'eve' });
    expect(shown(story)).toEqual([]);
    record(story, `${id}-1`, 'created');
    const first = shown(story);
    expect(first).toEqual([{ 'eve status': expect.stringContaining(`itemTask-${id}-`) }]);
    write(STAFF, story);
    story.work('StopItems', { referralId: id, itemIds: [1], reason: 'Not covered', at: story.now });
    const [status, note] = shown(story);
    expect(note).toEqual({ 'eve note': `note-${id}-0` });
    expect(status).not.toEqual(first[0]);
  });

  it('tell the steps of all items that one command moves, as one', () => {
    const story = new Story().submit(id, undefined, { ...ANA, userId: 'eve' });
    record(story, `${id}-1`, 'created');
    const command = story.events.at(-1)?.metadata.commandId;
    const together = story.events.map((event) =>
      event.stream === `itemTask-${id}` && event.revision > 0
        ? { ...event, metadata: { ...event.metadata, commandId: command ?? '' } }
        : event,
    );
    const rows = [...project(notificationProjection, together).rows.values()];
    expect(rows).toMatchObject([{ notification_id: `itemTask-${id}-1`, facts: { steps: ['Patient Contact'] } }]);
  });

  describe('when an outcome is undone', () => {
    const ofEve = () => new Story().submit(id, undefined, { ...ANA, userId: 'eve' });
    /** All events of an act are of one command, as in the log. */
    const asOne = (story: Story, act: () => unknown) => {
      const { length } = story.events;
      act();
      const [first, ...others] = story.events.slice(length);
      for (const { metadata } of others) Object.assign(metadata, { commandId: first?.metadata.commandId });
      return story;
    };
    const recorded = (story: Story) => asOne(story, () => record(story, `${id}-1`, 'created'));
    const undo = (story: Story) => {
      const { outcomeId } = story.events.findLast(({ type }) => type === 'OutcomeRecorded')!.data as {
        outcomeId: string;
      };
      const undoing = { referralId: id, outcomeId, by: SAM, at: story.now, dayMs: null };
      return asOne(story, () => story.work('UndoOutcome', undoing));
    };
    const statusOf = (story: Story) => project(notificationProjection, story.events).rows.get(`status-${id}-eve`);

    it('are withdrawn, live, with what its undo would tell', () => {
      const story = undo(recorded(ofEve()));
      expect(statusOf(story)).toMatchObject({ withdrawn: true });
      expect(project(notificationProjection, story.events).feed.at(-1)).toMatchObject({
        topic: 'notifications',
        audience: ['user:eve'],
      });
    });

    it('show again what was told before it, under its id', () => {
      const story = ofEve().move(`${id}-1`, [1], 'Shipped');
      const before = statusOf(story);
      expect(before).toMatchObject({ facts: { steps: ['Shipped'] } });
      expect(statusOf(recorded(story))).toMatchObject({ facts: { steps: ['Patient Contact'] } });
      expect(statusOf(undo(story))).toEqual(before);
    });

    it('are mailed neither for it nor for the undo, unless it was mailed before', () => {
      const mailedOf = (story: Story) =>
        [...project(notificationMailProjection, story.events).rows.values()].map(({ mailed }) => mailed);
      const story = recorded(ofEve());
      expect(mailedOf(story)).toEqual([false]);
      expect(mailedOf(undo(story))).toEqual([true, true]);
      const told = recorded(ofEve());
      const [mailId = ''] = project(notificationMailProjection, told.events).rows.keys();
      const data = { referralId: id, mailIds: [mailId], messageId: '1', sentAt: told.now };
      told.execute(notificationMailDecider, id, { type: 'RecordNotificationsMailed', data }, SYSTEM_ACTOR);
      expect(mailedOf(undo(told))).toEqual([true, false]);
    });
  });

  it('go to the holder of an open task, and to the author of a note that is answered', () => {
    const story = new Story().submit(id);
    story.work('AssignTask', { referralId: id, taskId: `${id}-1`, assignee: MINH });
    write(STAFF, story);
    write(ANA, story, `${id}-1`);
    expect(shown(story)).toEqual([
      { 'minh assigned': `itemTask-${id}-1` },
      { 'ana note': `note-${id}-0` },
      { 'sam reply': `note-${id}-1` },
      { 'minh note-on-work': `note-${id}-1` },
    ]);
  });

  it('of a recertification name its task, and go to whoever holds it when a note is written', () => {
    const [caseId, by] = [RECERTIFICATION_ID, { userId: 'sam', name: 'Sam' }];
    const story = new Story();
    const taskId = `${caseId}-1`;
    const work = (command: ItemTaskCommand) => story.execute(recertificationDecider, caseId, command, STAFF);
    const at = { at: story.now, dayMs: null };
    const opening = { referralId: caseId, facts: RECERTIFIED, task: 'Recert Review', startOn: null } as const;
    work({ type: 'OpenRecertification', data: { ...opening, by, ...at } });
    work({ type: 'AssignTask', data: { referralId: caseId, taskId, assignee: MINH } });
    const text = '<p>Call.</p>';
    const data = { referralId: caseId, parentNoteId: null, text, authorUserId: 'sam', writtenAt: story.now };
    story.execute(internalNoteDecider, caseId, { type: 'WriteInternalNote', data }, STAFF);
    const rows = [...project(notificationProjection, story.events).rows.values()];
    expect(rows.map(({ user_id, kind, facts }) => [user_id, kind, facts])).toEqual([
      ['minh', 'assigned', { referralId: caseId, taskId, task: 'Recert Review' }],
      ['minh', 'note-on-work', { referralId: caseId, noteId: `${caseId}-1`, taskId }],
    ]);
  });

  it('go to the author of an internal note that is answered, and to whom it mentions', () => {
    const story = new Story().submit(id);
    const note = { referralId: id, writtenAt: story.now };
    const writeNote = (authorUserId: string, parentNoteId: string | null, text: string) =>
      story.execute(
        internalNoteDecider,
        id,
        { type: 'WriteInternalNote', data: { ...note, authorUserId, parentNoteId, text } },
        { ...STAFF, userId: authorUserId },
      );
    writeNote('sam', null, '<p>Call, <span data-mention="minh">@Minh Tran</span>.</p>');
    writeNote('minh', `${id}-1`, '<p>Called.</p>');
    expect(shown(story)).toEqual([{ 'minh mention': `internalNote-${id}-0` }, { 'sam reply': `internalNote-${id}-1` }]);
  });

  it('are announced to their person alone, without words', () => {
    const story = write(STAFF, new Story().submit(id));
    const { feed } = project(notificationProjection, story.events);
    expect(feed).toEqual([
      {
        topic: 'notifications',
        key: `note-${id}-1-ana`,
        audience: ['user:ana'],
        row: { notificationId: `note-${id}-0` },
      },
    ]);
  });
});
