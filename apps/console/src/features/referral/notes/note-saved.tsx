import { htmlOf, wordsOf } from '@throughline/domain';
import { useEffect } from 'react';
import type { Fate } from '../../../api/api-error.js';
import { toast } from '../../../ui/announcer.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

interface SentNote {
  readonly fate: Fate | null;
  readonly asked: { readonly body: { readonly note: string } | { readonly noteText: string } } | null;
}

/** Whether the text to begin with was sent by a command without an answer, which has turned out to be carried out. */
export function isSaved(initial: string | undefined, { fate, asked }: SentNote): boolean {
  if (!initial || fate !== 'done' || asked === null) return false;
  const html = 'note' in asked.body ? asked.body.note : asked.body.noteText;
  return wordsOf(html).includes(wordsOf(htmlOf(initial)));
}

interface SavedBeforeProps {
  readonly onSent?: () => void;
  readonly onClose: () => void;
}

/** Says that the text was saved, in place of a dialog that would offer it again. */
export function SavedBefore({ onSent, onClose }: SavedBeforeProps) {
  const t = useTexts();
  useEffect(() => {
    toast(t('savedBefore'));
    onSent?.();
    onClose();
    // Once, when what became of the command is known.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
