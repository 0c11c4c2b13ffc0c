import type { RequestOf } from '@throughline/contracts';
import {
  CONTACT_METHODS,
  type Outcome,
  type RoutedOrder,
  stopReasonOf,
  taskRow,
  toDoIn,
  USUAL_METHOD,
} from '@throughline/domain';
import { Box, Button, Checkbox, FormControlLabel, NativeSelect, OutlinedInput, Stack, Typography } from '@mui/material';
import { useAtom, useAtomValue } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { type ComponentProps, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isInDoubt } from '../../../api/api-error.js';
import { userAtom } from '../../../session/session.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { useFocusKept } from '../../../ui/focus.js';
import { ErrorState } from '../../../ui/error-state.js';
import { Field } from '../../../ui/fields/field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { onDemand } from '../../../ui/on-demand.js';
import { usePageKeys } from '../keys/page-keys.js';
import { seenHold, seenTask, type TaskActionProps } from './available-actions.js';
import { OutcomeButtons } from './outcome-buttons.js';
// With the page: on a line that is slow or lost, nothing that is typed would be stored until its code came.
import { PanelDraft, type OutcomeValues, type PanelKeeper } from './panel-draft.js';
import { useNextTask } from './use-next-task.js';
import { idsOf, ItemChoice } from './task-fields.js';
import { useLostAnswer } from '../../../meanwhile/use-lost-answer.js';
import { refusalTitle } from './available-outcomes.js';
import { useRecordOutcome, useUndoKey } from './use-record-outcome.js';

/** Whether the person's next task opens after an outcome; kept per browser. */
const opensNextAtom = atomWithStorage('opens-next-task', false, undefined, { getOnInit: true });

interface OutcomePanelProps extends TaskActionProps {
  readonly outcomes: readonly Outcome[];
  readonly order: RoutedOrder;
}

const StopByOutcome = onDemand(async () => (await import('./task-dialogs.js')).StopByOutcome);
const WhyOver = onDemand(async () => (await import('./panel-over.js')).WhyOver);
const TypedText = onDemand(async () => (await import('./panel-over.js')).TypedText);

/**
 * The outcomes of the task as buttons: the usual outcome takes one click, one that stops items opens a dialog. Once the task is completed, or
 * claimed by somebody else, there are no outcomes; the panel then keeps what was typed, says who did that, and offers the text as a note. It
 * also keeps the refusal of an outcome that was sent too late. What is typed is stored in this browser until it is recorded.
 */
export function OutcomePanel({ task, outcomes, order, onSettled }: OutcomePanelProps) {
  const party = taskRow(task.task).contact;
  const userId = useAtomValue(userAtom)?.id;
  const form = useForm<OutcomeValues>({
    defaultValues: { itemIds: idsOf(task.items), method: party ? USUAL_METHOD[party] : '', note: '', orderId: '' },
  });
  const { control, handleSubmit, setError, watch, reset, getValues, formState } = form;
  const [keeper, hold] = useState<PanelKeeper>();
  /** The form's values when an outcome was last sent, as JSON. */
  const typed = useRef('');
  /** Whether the outcome that was sent last opens the next task. */
  const goesOn = useRef(false);
  const [choosesItems, setChoosesItems] = useState(false);
  const [opensNext, setOpensNext] = useAtom(opensNextAtom);
  const next = useNextTask(task.taskId);
  /** The outcome that was chosen and stops items, with what is to be sent besides the dialog's fields. */
  const [stopping, setStopping] =
    useState<Pick<ComponentProps<typeof StopByOutcome>, 'outcome' | 'itemIds' | 'told'>>();
  const onRecorded = () => {
    // After a late answer, values that were typed since must be kept: they are not part of the recorded outcome.
    if (JSON.stringify(getValues()) !== typed.current) return;
    reset();
    if (opensNext || goesOn.current) void next.open();
  };
  const record = useRecordOutcome({ task, onSettled }, { onRecorded, keeper });
  const chosen = choosesItems ? watch('itemIds') : idsOf(task.items);
  const ofChosen = { ...order, items: order.items.filter(({ id }) => chosen.includes(id)) };
  const send = (outcome: Outcome, opensNextOnce = false) =>
    handleSubmit(({ itemIds: checked, method, note, orderId }) => {
      const itemIds = checked.filter((itemId) => idsOf(task.items).includes(itemId));
      if (choosesItems && itemIds.length === 0) {
        return setError('itemIds', { message: 'Choose at least one item.' }, { shouldFocus: true });
      }
      // Also for an outcome that is refused here: Enter in the field sends it as it was meant.
      goesOn.current = opensNextOnce;
      if (outcome.asksOrderId && orderId.trim() === '') {
        return setError('orderId', { message: 'Order ID is required.' }, { shouldFocus: true });
      }
      typed.current = JSON.stringify(getValues());
      const told = {
        ...(party && { method: method as RequestOf<'POST /tasks/{taskId}/outcome'>['body']['method'] }),
        ...(note.trim() !== '' && { note }),
      };
      if (stopReasonOf(outcome) !== null) return setStopping({ outcome, itemIds, told });
      record.mutate({
        params: { taskId: task.taskId },
        body: {
          outcome: outcome.name,
          seen: choosesItems ? seenHold(task) : seenTask(task),
          ...(choosesItems && { itemIds }),
          ...told,
          ...(outcome.asksOrderId && { orderId }),
        },
      });
    });
  /** The outcome that the Order ID is for: Enter in that field records it. */
  const ordered = outcomes.find(({ asksOrderId }) => asksOrderId);
  const sent = record.variables?.body.outcome;
  const isOver = outcomes.length === 0;
  /** Repeats the request with its key, when its result is not known and the buttons may be gone. */
  const sendAgain = () => record.variables && record.mutate(record.variables);
  useLostAnswer(record, isOver || !hasAll(task, record.variables?.body));
  const hasKeys = usePageKeys(({ code, shiftKey, repeat }) => {
    const outcome = outcomes[Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]) - 1];
    // A key that is held down would record an outcome of each task that opens.
    if (outcome === undefined || record.isPending || repeat) return false;
    void send(outcome, shiftKey)();
    return true;
  });
  const closeStopping = () => setStopping(undefined);
  useUndoKey(task.taskId, onSettled);
  const focusKept = useFocusKept();
  const isEmpty = !formState.isDirty && isOver && !record.error;
  const panel = (
    <Stack component="section" aria-label="Outcome" {...focusKept} sx={{ gap: 2, outline: 0 }}>
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        {isOver ? record.isPending ? RECORDING : <WhyOver task={task} userId={userId} /> : toDoIn(task.task)}
      </Typography>
      {isOver && !record.isPending ? <TypedText task={task} typed={watch()} onMoved={() => reset()} /> : null}
      {choosesItems ? <ItemChoice control={control} name="itemIds" label="Items" items={task.items} /> : null}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: party ? '1fr 2fr' : '1fr' } }}>
        {party ? (
          <BoundField control={control} name="method">
            {({ value, onChange, onBlur, inputRef, error }) => (
              <Field label={`How the ${party} was contacted`} error={error}>
                {(input) => (
                  <NativeSelect
                    value={value}
                    onChange={({ target }) => onChange(target.value)}
                    onBlur={onBlur}
                    inputRef={inputRef}
                    input={<OutlinedInput />}
                    inputProps={input}
                  >
                    {CONTACT_METHODS.map((method) => (
                      <option key={method}>{method}</option>
                    ))}
                  </NativeSelect>
                )}
              </Field>
            )}
          </BoundField>
        ) : null}
        {ordered || watch('orderId') !== '' ? (
          <Box
            onKeyDown={({ key, shiftKey, repeat }) => {
              if (key !== 'Enter' || repeat || !ordered || record.isPending) return;
              void send(ordered, shiftKey || goesOn.current)();
            }}
          >
            <BoundField control={control} name="orderId">
              {(field) => (
                <TextField {...field} label="Order ID" help="The supplier's, for an order that was placed." />
              )}
            </BoundField>
          </Box>
        ) : null}
        <BoundField control={control} name="note">
          {(field) => <TextField {...field} label="Note" rows={1} help="For the staff only." />}
        </BoundField>
      </Box>
      {record.error ? (
        <ErrorState
          title={refusalTitle(record.error)}
          error={record.error}
          onRetry={isInDoubt(record.error) ? sendAgain : undefined}
        />
      ) : null}
      {isOver ? null : (
        <>
          <OutcomeButtons
            outcomes={outcomes}
            order={ofChosen}
            hasKeys={hasKeys}
            sent={record.isPending ? sent : undefined}
            onChoose={(outcome) => void send(outcome)()}
          />
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
            {task.items.length > 1 && !choosesItems ? (
              <Button size="small" onClick={() => setChoosesItems(true)}>
                Only for some items
              </Button>
            ) : null}
            <FormControlLabel
              control={<Checkbox size="small" checked={opensNext} onChange={(_, isOn) => setOpensNext(isOn)} />}
              label={
                <Typography variant="body2">
                  {next.isOwn ? 'Then open my next task' : 'Then open the next task of the queue'}
                </Typography>
              }
            />
          </Stack>
        </>
      )}
    </Stack>
  );
  return (
    <>
      <PanelDraft form={form} taskId={task.taskId} onOpened={hold} />
      {isEmpty ? null : panel}
      {stopping ? (
        <StopByOutcome
          {...stopping}
          task={task}
          keeper={keeper}
          onRecorded={onRecorded}
          onSettled={onSettled}
          onClose={closeStopping}
          onFailed={closeStopping}
        />
      ) : null}
    </>
  );
}

const RECORDING = 'The outcome is being recorded…';

/** Whether all items of a sent outcome are still in the task. */
const hasAll = (
  { items }: TaskActionProps['task'],
  sent: RequestOf<'POST /tasks/{taskId}/outcome'>['body'] | undefined,
) => (sent?.itemIds ?? []).every((itemId) => items.some(({ id }) => id === itemId));
