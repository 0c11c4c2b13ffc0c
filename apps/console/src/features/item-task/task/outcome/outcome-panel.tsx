import { CONTACT_METHODS, isOrderId, toDoIn } from '@throughline/domain';
import { Box, Button, Checkbox, FormControlLabel, NativeSelect, OutlinedInput, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { isInDoubt, SavedBefore } from '../../../../api/api-error.js';
import { userAtom } from '../../../../session/session.js';
import { BoundField } from '../../../../ui/fields/bound-field.js';
import { useFocusKept } from '../../../../ui/focus.js';
import { ErrorState } from '../../../../ui/page/error-state.js';
import { Field } from '../../../../ui/fields/field.js';
import { TextField } from '../../../../ui/fields/text-field.js';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { OutcomeButtons } from './outcome-buttons.js';
import { ItemChoice } from '../acts/task-fields.js';
import { refusalTitle } from './available-outcomes.js';
// With the page: on a line that is slow or lost, nothing that is typed would be stored until its code came.
import { PanelDraft } from './panel-draft.js';
import { type OutcomeFormProps, useOutcomeForm } from './use-outcome-form.js';
import { useUndoKey } from './use-record-outcome.js';

const StopByOutcome = onDemand(async () => (await import('../acts/items-dialogs.js')).StopByOutcome);
const WhyOver = onDemand(async () => (await import('./panel-over.js')).WhyOver);
const TypedText = onDemand(async () => (await import('./panel-over.js')).TypedText);

/**
 * The outcomes of the task as buttons: the usual outcome takes one click, one that stops items opens a dialog. Once the task is completed, or
 * claimed by somebody else, there are no outcomes; the panel then keeps what was typed, says who did that, and offers the text as a note. It
 * also keeps the refusal of an outcome that was sent too late. What is typed is stored in this browser until it is recorded.
 */
export function OutcomePanel({ task, outcomes, order, onSettled }: OutcomeFormProps) {
  const userId = useAtomValue(userAtom)?.id;
  const outcome = useOutcomeForm({ task, outcomes, order, onSettled });
  const { form, record, stopping, endStopping, unknown } = outcome;
  useUndoKey(task.taskId, onSettled);
  const focusKept = useFocusKept();
  const isOver = outcomes.length === 0;
  // What can no longer be pressed again is not spoken of.
  const error = isOver && record.error instanceof SavedBefore ? null : record.error;
  const isEmpty = !form.formState.isDirty && isOver && !error;
  const panel = (
    <Stack component="section" aria-label="Outcome" {...focusKept} sx={{ gap: 2, outline: 0 }}>
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        {isOver ? record.isPending ? RECORDING : <WhyOver task={task} userId={userId} /> : toDoIn(task.task)}
      </Typography>
      {isOver && !record.isPending && !unknown ? (
        <TypedText task={task} typed={form.watch()} onMoved={() => form.reset()} />
      ) : null}
      {outcome.choosesItems ? (
        <ItemChoice control={form.control} name="itemIds" label="Items" items={task.items} />
      ) : null}
      <OutcomeFields outcome={outcome} />
      {error ? (
        <ErrorState
          title={refusalTitle(error)}
          error={error}
          onRetry={unknown && isInDoubt(error) ? () => record.mutate(unknown) : undefined}
        />
      ) : null}
      {isOver ? null : <OutcomeChoice outcome={outcome} outcomes={outcomes} hasSeveral={task.items.length > 1} />}
    </Stack>
  );
  return (
    <>
      <PanelDraft form={form} taskId={task.taskId} onOpened={outcome.setKeeper} />
      {isEmpty ? null : panel}
      {stopping ? (
        <StopByOutcome {...stopping} task={task} onSettled={onSettled} onClose={endStopping} onFailed={endStopping} />
      ) : null}
    </>
  );
}

interface PartProps {
  readonly outcome: ReturnType<typeof useOutcomeForm>;
}

/** How somebody was contacted, the supplier's ID of an order, and a note: what the outcome of the task asks for. */
function OutcomeFields({ outcome: { form, party, asksOrderId, enterOrderId } }: PartProps) {
  const { control } = form;
  return (
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
      {asksOrderId ? (
        <Box
          onKeyDown={(event) => {
            const { key, code, shiftKey, repeat, target } = event;
            if (key === 'Enter' && !repeat) enterOrderId(shiftKey);
            // The shortcut that has led here, pressed again or held down. An order ID may begin with a digit.
            const isShortcut = /^(Digit|Numpad)[1-9]$/.test(code) && (target as HTMLInputElement).value === '';
            if (isShortcut && (repeat || !isOrderId(key))) event.preventDefault();
          }}
        >
          <BoundField control={control} name="orderId">
            {(field) => <TextField {...field} label="Order ID" help="The supplier's, for an order that was placed." />}
          </BoundField>
        </Box>
      ) : null}
      <BoundField control={control} name="note">
        {(field) => <TextField {...field} label="Note" rows={1} help="For the staff only." />}
      </BoundField>
    </Box>
  );
}

interface OutcomeChoiceProps extends PartProps, Pick<OutcomeFormProps, 'outcomes'> {
  /** Whether an outcome can be for some items only. */
  readonly hasSeveral: boolean;
}

/** The outcomes as buttons, for which items, and whether the next task opens. */
function OutcomeChoice({ outcome, outcomes, hasSeveral }: OutcomeChoiceProps) {
  const { record, send, hasKeys, chosen, choosesItems, chooseItems, opensNext, setOpensNext, isNextOwn } = outcome;
  return (
    <>
      <OutcomeButtons
        outcomes={outcomes}
        order={chosen}
        hasKeys={hasKeys}
        sent={record.isPending ? record.variables?.body.outcome : undefined}
        onChoose={(one) => void send(one)}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        {hasSeveral && !choosesItems ? (
          <Button size="small" onClick={chooseItems}>
            Only for some items
          </Button>
        ) : null}
        <FormControlLabel
          control={<Checkbox size="small" checked={opensNext} onChange={(_, isOn) => setOpensNext(isOn)} />}
          label={
            <Typography variant="body2">
              {isNextOwn ? 'Then open my next task' : 'Then open the next task of the queue'}
            </Typography>
          }
        />
      </Stack>
    </>
  );
}

const RECORDING = 'The outcome is being recorded…';
