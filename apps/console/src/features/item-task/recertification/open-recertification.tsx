import { type OpenRecertificationBody, openRecertificationBody, withoutGroups } from '@throughline/contracts';
import { isReferralId, pathTo, RECERT_CATALOGUE } from '@throughline/domain';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type FieldPath, useForm, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { DateField } from '../../../ui/fields/date/date-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { draftOf, emptyDraft, filledInWords, type RecertificationDraft } from './recertification-draft.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { holdDays } from '../task/acts/task-fields.js';
import { OpenRenewals, useOpenRenewals } from './open-renewals.js';
import {
  Bound,
  Category,
  CertifiedUntil,
  Chosen,
  Fields,
  MemberFields,
  PhysicianFields,
  same,
} from './recertification-fields.js';

type Name = FieldPath<RecertificationDraft>;

interface OpenRecertificationProps {
  /** The id of the referral to recertify; empty if there is none. */
  readonly renews: string;
  readonly onClose: () => void;
}

/**
 * Opens a task that belongs to no referral. The ID of an earlier referral fills in member and physician, except fields that the person has
 * changed.
 */
export function OpenRecertificationDialog({ renews, onClose }: OpenRecertificationProps) {
  const navigate = useNavigate();
  const { form, renewed, renewals } = useRecertification(renews);
  return (
    <CommandDialog
      endpoint="POST /tasks"
      form={form}
      request={({ task, taskData }) => ({ body: { task, taskData: { ...taskData, besides: renewals.besides } } })}
      doneWords={({ body: { task } }) => `${task} opened`}
      leadsTo={(opened) => (opened ? void navigate(pathTo.task(opened.taskId), { replace: true }) : onClose())}
      onRefused={() => void renewals.refetch()}
      refusedAt={faultsOf}
      title="New recertification"
      about="A physician certifies again that the member needs the supply. It is worked in the queue, apart from any referral."
      submitLabel={renewals.besides.length > 0 ? 'Open another one' : 'Open task'}
      onClose={onClose}
    >
      <SupplyFields renewed={renewed} renewals={renewals} />
      <MemberFields of="taskData." />
      <PhysicianFields of="taskData." />
      <TaskFields />
    </CommandDialog>
  );
}

/** The form, the referral whose ID is typed, and the open recertifications of the same supply. */
function useRecertification(renews: string) {
  const form = useForm<RecertificationDraft, unknown, OpenRecertificationBody>({
    defaultValues: emptyDraft(renews),
    resolver: schemaResolver(openRecertificationBody),
  });
  const { reset, watch } = form;
  const renewed = useRenewedReferral(watch('taskData.renews'));
  const { data: referral } = renewed;
  useEffect(() => {
    if (referral) reset(draftOf(referral), { keepDirtyValues: true });
  }, [referral, reset]);
  const renewals = useOpenRenewals({
    renews: referral?.referralId ?? null,
    itemCategory: watch('taskData.itemCategory'),
  });
  return { form, renewed, renewals };
}

/** What is certified again. */
function SupplyFields({ renewed, renewals }: Pick<ReturnType<typeof useRecertification>, 'renewed' | 'renewals'>) {
  const { clearErrors } = useFormContext();
  return (
    <Fields>
      <RenewsField renewed={renewed} />
      <Category of="taskData." />
      <OpenRenewals renewals={renewals} label="Open another one" onChange={() => clearErrors('taskData.renews')} />
    </Fields>
  );
}

/** The ID of the referral that is renewed. */
const RenewsField = ({ renewed }: { readonly renewed: ReturnType<typeof useRenewedReferral> }) => (
  <Bound name="taskData.renews">
    {(field) => (
      <TextField
        {...field}
        label="Earlier referral"
        {...(renewed.isUnknown && { warning: 'There is no referral with this ID.' })}
        help={
          renewed.isFetching
            ? 'Looking it up…'
            : renewed.data
              ? filledInWords(renewed.data)
              : 'Its ID, if there is one: member and physician are filled in from it.'
        }
      />
    )}
  </Bound>
);

/** The first task of the recertification, and the day on which it starts. */
const TaskFields = () => (
  <Fields title="Task">
    <Chosen
      name="task"
      label="Begins with"
      choices={RECERT_CATALOGUE.map(({ task }) => same(task))}
      emptyLabel={null}
    />
    <CertifiedUntil of="taskData." />
    <Bound name="taskData.startOn">
      {(field) => (
        <DateField
          {...field}
          label="Start on"
          help="Central Time. The task is on hold until this day. Empty: today."
          days={holdDays(0)}
        />
      )}
    </Bound>
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Bound name="taskData.note">
        {(field) => <TextField {...field} label="Note" rows={2} help="For the staff only." />}
      </Bound>
    </Box>
  </Fields>
);

/** The referral whose complete ID was typed. */
function useRenewedReferral(typed: string) {
  const id = withoutGroups(typed);
  const reading = useQuery({
    queryKey: ['renewed-referral', id],
    queryFn: (of) => call('GET /referrals/referral/{id}', { params: { id } }, of),
    enabled: isReferralId(id),
  });
  const { data, error, isFetching } = reading;
  return { data, isFetching, isUnknown: error instanceof ApiError && error.status === 404 };
}

/** The fields of rules that only the server can check, by error code. */
const FIELDS: Readonly<Record<string, Name>> = {
  'recertification/unknown-referral': 'taskData.renews',
  'recertification/already-open': 'taskData.renews',
  'item-task/hold-day-not-ahead': 'taskData.startOn',
  'item-task/hold-too-long': 'taskData.startOn',
};

function faultsOf(error: Error) {
  if (!(error instanceof ApiError)) return null;
  const field = FIELDS[error.code];
  return field ? { [field]: error.message } : error.errors;
}
