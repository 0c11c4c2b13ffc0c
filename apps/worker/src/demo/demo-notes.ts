import {
  type Actor,
  htmlOf,
  internalNoteDecider,
  type NoteAuthor,
  noteDecider,
  type ReferralSubmitted,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand } from '@throughline/event-store';
import type { DemoStaff } from './demo-history.js';

/** Namespace of the notes' command ids, so that a seed that was interrupted continues where it stopped. */
const DEMO_NOTES = '5d8b6a0e-9f0b-4a55-8a43-6f6b3e0c7a21';
const HOUR = 3_600_000;
/** One in this many referrals of a signed-in referrer has notes. It shares no divisor with what decides how far a referral is. */
const EVERY = 7;

export interface DemoNotes {
  readonly store: Pick<EventStore, 'append' | 'readStream'>;
  readonly n: number;
  readonly submitted: ReferralSubmitted['data'];
  readonly submitter: Actor;
  /** At least two. */
  readonly staff: readonly DemoStaff[];
  readonly now: Date;
  /** Whether the work on the referral has ended. */
  readonly isOver: boolean;
}

/**
 * Adds notes to some of the referrals: a question of the referrer, an answered question of staff, a finished thread, or words that ask for
 * nothing, and internal notes.
 */
export async function runDemoNotes(demo: DemoNotes): Promise<void> {
  if (demo.n % EVERY !== 0) return;
  const notes = new Notes(demo);
  await notes.pick(demo.isOver ? AFTER_THE_WORK : DURING_THE_WORK)(notes);
}

type Story = (notes: Notes) => Promise<unknown>;
const DURING_THE_WORK: readonly Story[] = [question, answer, information, question, answer];
const AFTER_THE_WORK: readonly Story[] = [finishedThread, information];

const QUESTIONS = [
  'The member will be away from Friday. Can the delivery come before that?',
  'The member has a new telephone number. Shall I send it here?',
  'Is there anything that you still need from the physician?',
  'The member asks whether the smaller size is possible.',
  'The plan asked for the order ID. Can you tell me?',
  'Can the items be left with a neighbor?',
] as const;

function question(notes: Notes): Promise<string> {
  return notes.write('referrer', notes.pick(QUESTIONS), 3, true);
}

async function answer(notes: Notes): Promise<void> {
  const asked = await notes.write('staff', 'The prescription is not signed. Could you send a signed one?', 30, true);
  await notes.write('referrer', 'It is under Files now. Sorry for the delay.', 4, false, asked);
  const internal = await notes.writeInternal('please check the signature before Log CMN.', 3);
  const reply = await notes.writeInternal('it is signed, but not dated. Shall we ask again?', 2, {
    to: internal,
    by: 'colleague',
  });
  await notes.writeInternal('yes, and by fax this time.', 1, { to: reply });
}

async function finishedThread(notes: Notes): Promise<void> {
  const asked = await notes.write('referrer', 'Which size was ordered? The member asked for medium.', 50, true);
  const answered = await notes.write('staff', 'Medium, as you asked for.', 48, false, asked, 'finishes the action');
  await notes.read([asked, answered], 47);
  await notes.writeInternal('the member called about the size, all is settled.', 47);
}

async function information(notes: Notes): Promise<void> {
  await notes.write(
    'staff',
    'We have told the member when the items will arrive. Nothing is needed from you.',
    20,
    false,
    null,
    'only informs',
  );
  await notes.write('referrer', 'Thank you, the member is glad.', 18, false);
  await notes.deleteInternal(await notes.writeInternal('this belongs to another referral.', 17), 16);
}

interface InternalReply {
  readonly to?: string;
  readonly by?: 'colleague';
}

/** Writes the notes of one referral, each a number of hours before now. */
class Notes {
  private step = 0;

  constructor(private readonly demo: DemoNotes) {}

  pick<One>(among: readonly One[]): One {
    return among[(this.demo.n / EVERY) % among.length]!;
  }

  /** Returns the id of the note. */
  async write(
    side: 'referrer' | 'staff',
    words: string,
    hoursAgo: number,
    actionNeeded: boolean,
    parentNoteId: string | null = null,
    special?: 'finishes the action' | 'only informs',
  ): Promise<string> {
    const { store, submitter, staff } = this.demo;
    const { referralId } = this.demo.submitted;
    const { actor, assignee } = staff[0]!;
    const author = side === 'staff' ? this.staffAuthor() : this.referrerAuthor();
    const context = this.context(side === 'staff' ? actor : submitter, hoursAgo);
    const note = { referralId, parentNoteId, text: htmlOf(words), actionNeeded, author, writtenAt: context.at };
    const data = {
      ...note,
      ...(special === 'finishes the action' && { finishesAction: assignee }),
      ...(special === 'only informs' && { informsOnly: true as const }),
    };
    const { events } = await handleCommand(store, {
      decider: noteDecider,
      id: referralId,
      command: { type: 'WriteNote', data },
      context,
    });
    const [written] = events;
    if (written?.type !== 'NoteWritten') throw new Error('The demo note was not recorded.');
    return written.data.noteId;
  }

  /** Marks the notes as read by the referrer and by all of the staff. */
  async read(noteIds: readonly string[], hoursAgo: number): Promise<void> {
    const { store, submitter, staff } = this.demo;
    const { referralId } = this.demo.submitted;
    for (const reader of [submitter, ...staff.map(({ actor }) => actor)]) {
      const context = this.context(reader, hoursAgo);
      const data = { referralId, noteIds, userId: reader.userId ?? '', readAt: context.at };
      await handleCommand(store, {
        decider: noteDecider,
        id: referralId,
        command: { type: 'ReadNotes', data },
        context,
      });
    }
  }

  /** Mentions the other one of the two. Returns the id of the note. */
  async writeInternal(words: string, hoursAgo: number, reply: InternalReply = {}): Promise<string> {
    const { store, staff } = this.demo;
    const { referralId } = this.demo.submitted;
    const [first, second] = staff as readonly [DemoStaff, DemoStaff];
    const [{ actor, assignee }, { assignee: colleague }] = reply.by === 'colleague' ? [second, first] : [first, second];
    const parentNoteId = reply.to ?? null;
    const context = this.context(actor, hoursAgo);
    const text = `<p><span data-mention="${colleague.userId}">@${colleague.name}</span> ${words}</p>`;
    const note = { referralId, parentNoteId, text, authorUserId: assignee.userId, writtenAt: context.at };
    const { events } = await handleCommand(store, {
      decider: internalNoteDecider,
      id: referralId,
      command: { type: 'WriteInternalNote', data: note },
      context,
    });
    const [written] = events;
    if (written?.type !== 'InternalNoteWritten') throw new Error('The internal note of the demo was not recorded.');
    return written.data.noteId;
  }

  async deleteInternal(noteId: string, hoursAgo: number): Promise<void> {
    const { store, staff } = this.demo;
    const { referralId } = this.demo.submitted;
    const { actor, assignee } = staff[0]!;
    const context = this.context(actor, hoursAgo);
    await handleCommand(store, {
      decider: internalNoteDecider,
      id: referralId,
      command: {
        type: 'DeleteInternalNote',
        data: { referralId, noteId, deletedAt: context.at, userId: assignee.userId },
      },
      context,
    });
  }

  private staffAuthor(): NoteAuthor {
    const { actor, assignee } = this.demo.staff[0]!;
    const [firstName = '', lastName = ''] = assignee.name.split(' ');
    return { userId: assignee.userId, firstName, lastName, companyId: actor.companyId };
  }

  private referrerAuthor(): NoteAuthor {
    const { submitter, submitted } = this.demo;
    const { firstName, lastName } = submitted.order.referralInfo;
    return { userId: submitter.userId ?? '', firstName, lastName, companyId: submitter.companyId };
  }

  private context(actor: Actor, hoursAgo: number) {
    const { now, submitted, n } = this.demo;
    // Never before the order, which may be newer.
    const earliest = Date.parse(submitted.submittedAt) + ++this.step * 60_000;
    const at = new Date(Math.max(now.getTime() - (hoursAgo + (n % 11)) * HOUR, earliest)).toISOString();
    const commandId = derivedCommandId(DEMO_NOTES, `${n}/${this.step}`);
    return { commandId, actor, at, correlationId: commandId, causationId: null };
  }
}
