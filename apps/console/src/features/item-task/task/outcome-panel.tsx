import type { RequestOf, TaskQueueRow } from '@throughline/contracts';
import { CONTACT_METHODS, type Outcome, type RoutedOrder, taskRow, toDoIn, USUAL_METHOD } from '@throughline/domain';
import { Box, Button, Checkbox, FormControlLabel, NativeSelect, OutlinedInput, Stack, Typography } from '@mui/material';
import { useAtom, useAtomValue } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError, isInDoubt } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { userAtom } from '../../../session/session.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { Field } from '../../../ui/fields/field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { seenHold, seenTask, type TaskActionProps } from './available-actions.js';
import { leadsToInWords } from './available-outcomes.js';
import { useQueueBehind } from './task-link.js';
import { idsOf, ItemChoice } from './task-fields.js';
import { useLostAnswer } from '../../../meanwhile/use-lost-answer.js';
import { useRecordOutcome } from './use-record-outcome.js';

/** Whether the person's next task opens after an outcome; kept per browser. */
const opensNextAtom = atomWithStorage('opens-next-task', false, undefined, { getOnInit: true });

interface OutcomePanelProps extends TaskActionProps {
  readonly outcomes: readonly Outcome[];
  readonly order: RoutedOrder;
}

interface OutcomeValues {
  itemIds: number[];
  method: string;
  note: string;
  orderId: string;
}

/**
 * The outcomes of the task as buttons: the usual outcome takes one click. Once the task is completed, or claimed by somebody else, there
 * are no outcomes; the panel then keeps what was typed, and the refusal of an outcome that was sent too late.
 */
export function OutcomePanel({ task, outcomes, order, onSettled }: OutcomePanelProps) {
  const party = taskRow(task.task).contact;
  const { control, handleSubmit, setError, watch, reset, getValues, formState } = useForm<OutcomeValues>({
    defaultValues: { itemIds: idsOf(task.items), method: party ? USUAL_METHOD[party] : '', note: '', orderId: '' },
  });
  /** The form's values when an outcome was last sent, as JSON. */
  const typed = useRef('');
  const [choosesItems, setChoosesItems] = useState(false);
  const [opensNext, setOpensNext] = useAtom(opensNextAtom);
  const next = useNextTask(task.taskId);
  const record = useRecordOutcome(
    { task, onSettled },
    {
      onRecorded: () => {
        // After a late answer, values that were typed since must be kept: they are not part of the recorded outcome.
        if (JSON.stringify(getValues()) !== typed.current) return;
        reset();
        if (opensNext) void next.open();
      },
    },
  );
  const chosen = choosesItems ? watch('itemIds') : idsOf(task.items);
  const ofChosen = { ...order, items: order.items.filter(({ id }) => chosen.includes(id)) };
  const send = (outcome: Outcome) =>
    handleSubmit(({ itemIds: checked, method, note, orderId }) => {
      const itemIds = checked.filter((itemId) => idsOf(task.items).includes(itemId));
      if (choosesItems && itemIds.length === 0) {
        return setError('itemIds', { message: 'Choose at least one item.' }, { shouldFocus: true });
      }
      if (outcome.asksOrderId && orderId.trim() === '') {
        return setError('orderId', { message: 'Order ID is required.' }, { shouldFocus: true });
      }
      typed.current = JSON.stringify(getValues());
      record.mutate({
        params: { taskId: task.taskId },
        body: {
          outcome: outcome.name,
          seen: choosesItems ? seenHold(task) : seenTask(task),
          ...(choosesItems && { itemIds }),
          ...(party && { method: method as RequestOf<'POST /tasks/{taskId}/outcome'>['body']['method'] }),
          ...(note.trim() !== '' && { note }),
          ...(outcome.asksOrderId && { orderId }),
        },
      });
    });
  const sent = record.variables?.body.outcome;
  const isOver = outcomes.length === 0;
  /** Repeats the request with its key, when its result is not known and the buttons may be gone. */
  const sendAgain = () => record.variables && record.mutate(record.variables);
  useLostAnswer(record, isOver || !hasAll(task, record.variables?.body));
  if (!formState.isDirty && isOver && !record.error) return null;
  return (
    <Stack component="section" aria-label="Outcome" sx={{ gap: 2 }}>
      <Typography>{isOver ? (record.isPending ? RECORDING : NO_LONGER) : toDoIn(task.task)}</Typography>
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
        {outcomes.some(({ asksOrderId }) => asksOrderId) || watch('orderId') !== '' ? (
          <BoundField control={control} name="orderId">
            {(field) => <TextField {...field} label="Order ID" help="The supplier's, for an order that was placed." />}
          </BoundField>
        ) : null}
        <BoundField control={control} name="note">
          {(field) => <TextField {...field} label="Note" rows={1} help="For the staff only." />}
        </BoundField>
      </Box>
      {record.error ? (
        <ErrorState
          title={titleOf(record.error)}
          error={record.error}
          onRetry={isInDoubt(record.error) ? sendAgain : undefined}
        />
      ) : null}
      {isOver ? null : (
        <>
          <Stack direction="row" role="group" aria-label="What came of it" sx={{ flexWrap: 'wrap', gap: 1 }}>
            {outcomes.map((outcome, index) => (
              <Button
                key={outcome.name}
                variant={index === 0 ? 'contained' : 'outlined'}
                color={leadsToInWords(outcome) === 'Stopped' ? 'error' : 'primary'}
                loading={record.isPending && sent === outcome.name}
                disabled={record.isPending && sent !== outcome.name}
                onClick={send(outcome)}
                sx={{ flexDirection: 'column', alignItems: 'flex-start', textAlign: 'left' }}
              >
                {outcome.label}
                <Typography component="span" variant="caption" sx={{ fontWeight: 400 }}>
                  <span aria-hidden>→ </span>
                  {leadsToInWords(outcome, ofChosen)}
                </Typography>
              </Button>
            ))}
          </Stack>
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
}

function titleOf(error: Error): string {
  if (isInDoubt(error)) return 'The outcome may not have been recorded';
  const wasUndone = error instanceof ApiError && error.code === 'request/changed-since';
  return wasUndone ? 'The outcome was recorded, and undone since' : 'The outcome was not recorded';
}

const RECORDING = 'The outcome is being recorded…';
const NO_LONGER = 'You can no longer record an outcome for this task. What you entered stays here.';

/** Whether all items of a sent outcome are still in the task. */
const hasAll = (
  { items }: TaskActionProps['task'],
  sent: RequestOf<'POST /tasks/{taskId}/outcome'>['body'] | undefined,
) => (sent?.itemIds ?? []).every((itemId) => items.some(({ id }) => id === itemId));

const MINE = '?tab=mine';

/**
 * Finds the next task: the first that the person may work on now, in the queue that they came from, or among their own tasks. `open` shows
 * it, or the queue if there is none.
 */
function useNextTask(taskId: string) {
  const navigate = useNavigate();
  const behind = useQueueBehind();
  const userId = useAtomValue(userAtom)?.id;
  const queue = behind && !PERSONAL_TAB.test(behind.queue) ? behind.queue : MINE;
  const open = async () => {
    const { queueQueryOf, queueViewOf } = await import('../queue/queue-view.js');
    const query = { ...queueQueryOf(queueViewOf(new URLSearchParams(queue))), page: 0, pageSize: 100 };
    const waiting = await call('GET /tasks', { query }).catch(() => null);
    const isOpenTo = ({ assignee, onHold }: TaskQueueRow) => !onHold && (assignee?.userId ?? userId) === userId;
    const next = waiting?.rows.find((row) => row.taskId !== taskId && isOpenTo(row));
    await navigate(next ? `/task/${next.taskId}` : `/queue${queue}`, { state: behind });
  };
  return { isOwn: queue === MINE, open };
}

/** Matches the tabs after which the next task is one of the person's own: their own tab, and completed tasks, which need no work. */
const PERSONAL_TAB = /[?&]tab=(mine|completed)\b/;
