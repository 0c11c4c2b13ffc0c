import type { RequestOf } from '@throughline/contracts';
import { isOrderId, type Outcome, type RoutedOrder, stopReasonOf, taskRow, USUAL_METHOD } from '@throughline/domain';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { inDoubtOf } from '../../../../api/api-error.js';
import { useLostAnswer } from '../../../../meanwhile/use-lost-answer.js';
import { usePageKeys } from '../../keys/page-keys.js';
import { seenHold, seenTask, type TaskActionProps } from '../acts/available-actions.js';
import { idsOf } from '../acts/task-fields.js';
import { useNextTask } from '../walk/use-next-task.js';
import type { OutcomeValues, PanelKeeper } from './panel-draft.js';
import { type OnRecorded, useRecordOutcome } from './use-record-outcome.js';

/** Whether the person's next task opens after an outcome; kept per browser. */
const opensNextAtom = atomWithStorage('opens-next-task', false, undefined, { getOnInit: true });

type RecordBody = RequestOf<'POST /tasks/{taskId}/outcome'>['body'];

/** The chosen outcome that stops items, with what is to be sent besides the fields of its dialog. */
interface Stopping {
  readonly outcome: Outcome;
  readonly itemIds: readonly number[];
  readonly contact: Pick<RecordBody, 'method' | 'note'>;
}

export interface OutcomeFormProps extends TaskActionProps {
  /** Empty once none can be recorded. */
  readonly outcomes: readonly Outcome[];
  readonly order: RoutedOrder;
}

/** The form of the panel of outcomes, which a button, a digit or Enter sends with an outcome. */
export function useOutcomeForm({ task, outcomes, order, onSettled }: OutcomeFormProps) {
  const party = taskRow(task.task).contact;
  const form = useForm<OutcomeValues>({
    defaultValues: { itemIds: idsOf(task.items), method: party ? USUAL_METHOD[party] : '', note: '', orderId: '' },
  });
  const { handleSubmit, setError, watch, reset, getValues } = form;
  const [keeper, setKeeper] = useState<PanelKeeper>();
  /** The form's values when each outcome was sent, as JSON: an answer may be to an earlier one. */
  const typed = useRef<Record<string, string>>({});
  /** Whether the outcome that was sent last opens the next task. */
  const goesOn = useRef(false);
  const [choosesItems, setChoosesItems] = useState(false);
  const [opensNext, setOpensNext] = useAtom(opensNextAtom);
  const next = useNextTask(task.taskId);
  const [stopping, setStopping] = useState<Stopping>();
  /** An outcome is being sent, or the next task is being opened after it. Not a state: keys may come before the next rendering. */
  const isUnderWay = useRef(false);
  const onRecorded: OnRecorded = ({ body }) => {
    isUnderWay.current = false;
    // After a late answer, values that were typed since must be kept: they are not part of the recorded outcome.
    if (JSON.stringify(getValues()) !== typed.current[textsIn(body)]) return;
    reset();
    if (!opensNext && !goesOn.current) return;
    isUnderWay.current = true;
    void next.open().finally(() => (isUnderWay.current = false));
  };
  const prepareNext = () => (opensNext || goesOn.current ? next.prepare() : undefined);
  const record = useRecordOutcome({ task, onSettled }, { onRecorded, keeper, before: prepareNext });
  const chosen = choosesItems ? watch('itemIds') : idsOf(task.items);
  const send = async (outcome: Outcome, opensNextOnce = false) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    let isSent = false;
    const submit = handleSubmit(({ itemIds: checked, method, note, orderId }) => {
      const itemIds = checked.filter((itemId) => idsOf(task.items).includes(itemId));
      if (choosesItems && itemIds.length === 0) {
        return setError('itemIds', { message: 'Choose at least one item.' }, { shouldFocus: true });
      }
      // Kept before anything is refused below: Enter in the refused field then submits as the button did that was pressed.
      goesOn.current = opensNextOnce;
      if (outcome.asksOrderId && !isOrderId(orderId)) {
        const message = orderId.trim() === '' ? 'Order ID is required.' : 'An order ID has a letter or a digit.';
        return setError('orderId', { message }, { shouldFocus: true });
      }
      const contact = {
        ...(party && { method: method as RecordBody['method'] }),
        ...(note.trim() !== '' && { note }),
      };
      const ordered = outcome.asksOrderId && { orderId };
      typed.current[textsIn({ outcome: outcome.name, ...contact, ...ordered })] = JSON.stringify(getValues());
      if (stopReasonOf(outcome) !== null) {
        void prepareNext();
        return setStopping({ outcome, itemIds, contact });
      }
      isSent = true;
      const body = {
        outcome: outcome.name,
        seen: choosesItems ? seenHold(task) : seenTask(task),
        ...(choosesItems && { itemIds }),
        ...contact,
        ...ordered,
      };
      record.mutate({ params: { taskId: task.taskId }, body }, { onError: () => void (isUnderWay.current = false) });
    });
    await submit().finally(() => (isUnderWay.current = isSent));
  };
  /** The outcome that the Order ID is for: Enter in that field records it. */
  const withOrder = outcomes.find(({ asksOrderId }) => asksOrderId);
  const unknown = inDoubtOf(record);
  useLostAnswer(record, outcomes.length === 0 || !hasAll(task, unknown?.body));
  const hasKeys = usePageKeys(({ code, shiftKey, repeat }) => {
    const outcome = outcomes[Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]) - 1];
    // A key that is held down would record an outcome of each task that opens.
    if (outcome === undefined || record.isPending || repeat) return false;
    void send(outcome, shiftKey);
    return true;
  });
  return {
    form,
    party,
    record,
    send,
    hasKeys,
    setKeeper,
    /** The items that an outcome would be for. */
    chosen: { ...order, items: order.items.filter(({ id }) => chosen.includes(id)) },
    choosesItems,
    chooseItems: () => setChoosesItems(true),
    asksOrderId: withOrder !== undefined || watch('orderId') !== '',
    enterOrderId: (shiftKey: boolean) => {
      if (withOrder && !record.isPending) void send(withOrder, shiftKey || goesOn.current);
    },
    /** The request whose result is not known: repeated with its key, because the buttons may be gone. */
    unknown,
    opensNext,
    setOpensNext,
    isNextOwn: next.isOwn,
    stopping: stopping && { ...stopping, keeper, onRecorded },
    endStopping: () => setStopping(undefined),
  };
}

/** What of a request was typed, and for which outcome. */
const textsIn = ({ outcome, note, orderId }: Pick<RecordBody, 'outcome' | 'note' | 'orderId'>) =>
  JSON.stringify([outcome, note, orderId]);

/** Whether all items of a sent outcome are still in the task. */
const hasAll = ({ items }: TaskActionProps['task'], sent: RecordBody | undefined) =>
  (sent?.itemIds ?? []).every((itemId) => items.some(({ id }) => id === itemId));
