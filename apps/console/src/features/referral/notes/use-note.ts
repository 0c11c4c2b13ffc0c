import { isOfDomain, type NoteTemplate, type RequestOf, type User } from '@throughline/contracts';
import { htmlOf, mayWorkTasks, noteFault, wordsOf } from '@throughline/domain';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { OpenDraft } from '../../../draft/use-draft.js';
import { useLanguage } from '../../../language/language.js';
import { consoleConfigAtom } from '../../../session/session.js';
import { useNoteRevision } from './note-changed.js';
import type { NoteEndpoint, Writing } from './note-draft.js';

export type NoteDraft = OpenDraft<string, RequestOf<NoteEndpoint>>;

/** A text that was typed for another note. */
export interface MovedText {
  readonly html: string;
  /** Called when it is stored as the draft of this note. */
  readonly onKept: () => void;
}

interface NoteOf extends Writing {
  readonly referralId: string;
  readonly user: User;
  readonly moved?: MovedText;
  readonly draft: NoteDraft;
}

/** The text and the options of the note, which are stored in this browser, and the request that sends them. */
export function useNote({ referralId, user, internal, replyTo, edited, initial = '', moved, draft }: NoteOf) {
  const { revision, ...watched } = useNoteRevision(referralId, internal, edited ?? replyTo ?? null);
  const { operatorEmailDomain } = useAtomValue(consoleConfigAtom);
  const isSpanish = useLanguage() === 'es';
  const [isKept, setKept] = useState(true);
  /** The initial text of the editor, which starts again with each template. */
  const [start, setStart] = useState({
    html: (draft.found ?? edited?.html ?? '') + (moved?.html ?? '') + (initial && htmlOf(initial)),
    template: '',
    english: '',
    informsOnly: false,
  });
  const [html, setHtml] = useState(start.html);
  const [needsAction, setNeedsAction] = useState(() => isOfDomain(user.email, operatorEmailDomain));
  const [finishesAction, setFinishesAction] = useState(false);
  const mayFinish = replyTo?.actionNeeded === true && mayWorkTasks(user);
  const isTyped = wordsOf(html).trim() !== '';
  const change = (typed: string) => {
    setHtml(typed);
    setKept(draft.save(typed));
  };
  useEffect(() => {
    if (moved && draft.save(start.html)) moved.onKept();
    // Once: from then on it is the draft of this note.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const request = (): RequestOf<NoteEndpoint> => {
    const seen = { noteText: revision.seen.noteText };
    if (edited && internal) return { params: { id: edited.id }, body: { note: html, seen } };
    if (edited) return { body: { userId: user.id, noteId: edited.id, noteText: html, seen } };
    if (internal) return { body: { referralId, note: html, parentNoteId: replyTo?.id ?? null } };
    const body = { referralId, userId: user.id, noteText: html, actionNeeded: needsAction };
    // With words of the author's own, it may ask something.
    const informsOnly = start.informsOnly && html === start.html;
    const about = { ...(informsOnly && { informsOnly }), ...(mayFinish && { finishesAction }) };
    return { body: { ...body, parentNote: replyTo?.id ?? null, ...about } };
  };
  /** Keeps a typed text. A text that was not changed here is replaced by the present one. */
  const takeOver = () => {
    const next = html === revision.seen.noteText ? revision.present.noteText : html;
    setStart({ html: next, template: '', english: '', informsOnly: false });
    change(next);
    revision.takeOver();
  };
  /** Inserts a template after what was typed, in place of a template that was chosen before. */
  const chooseTemplate = (title: string, chosen: NoteTemplate | undefined) => {
    const isOwn = isTyped && (start.template === '' || html !== start.html);
    const spanish = (isSpanish && chosen?.noteTextEs) || '';
    const english = spanish === '' ? (chosen?.noteText ?? '') : '';
    const next = `${isOwn ? html : ''}${spanish}${english}`;
    const informsOnly = chosen?.actionNeeded === false && !isOwn;
    setStart({ html: next, template: title, english: isSpanish ? english : '', informsOnly });
    change(next);
    if (chosen) setNeedsAction(chosen.actionNeeded);
  };
  return {
    isKept,
    html,
    isTyped,
    start,
    change,
    chooseTemplate,
    request,
    needsAction,
    setNeedsAction,
    mayFinish,
    finishesAction,
    setFinishesAction,
    watched: { ...watched, revision: { ...revision, takeOver } },
    fault: noteFault(html),
    moved: { html, onKept: draft.clear },
  };
}
