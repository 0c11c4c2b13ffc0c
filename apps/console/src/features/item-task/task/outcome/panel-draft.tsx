import type { RequestOf } from '@throughline/contracts';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AttemptKeeper } from '../../../../api/use-command.js';
import { useDraft, useFormDraft } from '../../../../draft/use-draft.js';
import { userAtom } from '../../../../session/session.js';
import { TASK_DRAFTS } from '../../../../session/storage/stored.js';
import { parts, texts } from '../../../../session/storage/stored-values.js';
import { DraftFound } from '../../../../ui/dialogs/draft-found.js';
import { NotKept } from '../../../../ui/fields/not-kept.js';

const RECORD = 'POST /tasks/{taskId}/outcome';

export interface OutcomeValues {
  itemIds: number[];
  method: string;
  note: string;
  orderId: string;
}

/** Keeps the key of an outcome with what was typed. Undefined until the draft is open. */
export type PanelKeeper = AttemptKeeper<RequestOf<typeof RECORD>> | undefined;

/** Items that were chosen may be in another task by then, so only texts are stored. */
const typedInPanel = parts<Pick<OutcomeValues, 'note' | 'orderId'>>(texts('note', 'orderId'));

interface PanelDraftProps {
  readonly form: UseFormReturn<OutcomeValues>;
  readonly taskId: string;
  readonly onOpened: (keeper: PanelKeeper) => void;
}

/** Stores what is typed into the panel of a task, and says what became of an outcome without an answer. */
export function PanelDraft({ form, taskId, onOpened }: PanelDraftProps) {
  const userId = useAtomValue(userAtom)?.id;
  const draft = useDraft({ endpoint: RECORD, place: `${TASK_DRAFTS}${userId}.${taskId}`, read: typedInPanel });
  const { isUnkept } = useFormDraft(form, draft);
  const keeper = draft?.keeper;
  useEffect(() => onOpened(keeper), [keeper, onOpened]);
  return (
    <>
      {draft?.fate === 'unknown' && form.formState.isDirty ? <DraftFound draft={draft} /> : null}
      <NotKept shown={isUnkept} />
    </>
  );
}
