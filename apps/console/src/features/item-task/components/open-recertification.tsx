import {
  type OpenRecertificationBody,
  openRecertificationBody,
  US_STATES,
  withoutGroups,
} from '@throughline/contracts';
import { RECERTIFIED_CATEGORIES, isReferralId, LONGEST_HOLD_DAYS, RECERT_CATALOGUE } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type FieldPath, FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { useCommand } from '../../../api/use-command.js';
import { useRecertifications } from '../../../live/use-recertifications.js';
import { toast } from '../../../ui/announcer.js';
import { type BoundProps, BoundField } from '../../../ui/bound-field.js';
import { todayPlus } from '../../../ui/calendar.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import type { Choice } from '../../../ui/choices.js';
import { DateField, daysOfBirth } from '../../../ui/date-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { PhoneField } from '../../../ui/phone-field.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { draftOf, emptyDraft, type RecertificationDraft } from '../task/recertification-draft.js';
import { TextField } from '../../../ui/text-field.js';
import { OpenRenewals } from './open-renewals.js';

type Name = FieldPath<RecertificationDraft>;

interface OpenRecertificationProps {
  /** The referral that it renews; empty: none yet. */
  readonly renews: string;
  readonly onClose: () => void;
}

/** Opens a task that belongs to no referral. The ID of an earlier referral fills in member and physician, and what was typed stays. */
export function OpenRecertification({ renews, onClose }: OpenRecertificationProps) {
  const navigate = useNavigate();
  const form = useForm<RecertificationDraft, unknown, OpenRecertificationBody>({
    defaultValues: emptyDraft(renews),
    resolver: schemaResolver(openRecertificationBody),
  });
  const { handleSubmit, setError, clearErrors, reset, watch, formState } = form;
  const renewed = useRenewedReferral(watch('taskData.renews'));
  const { data: referral } = renewed;
  useEffect(() => {
    if (referral) reset(draftOf(referral), { keepDirtyValues: true });
  }, [referral, reset]);
  const renewals = useOpenRenewals(referral?.referralId ?? null, watch('taskData.itemCategory'));
  const open = useCommand('POST /tasks', {
    onSuccess: (opened, { body: { task } }) => {
      toast(`${task} opened`);
      if (opened) void navigate(`/task/${opened.taskId}`, { replace: true });
      else onClose();
    },
    onError: (error) => {
      void renewals.refetch();
      for (const [path, message] of faultsOf(error)) setError(path as Name, { message }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      open
      title="New recertification"
      about="A physician certifies again that the member needs the supply. It is worked in the queue, apart from any order."
      submitLabel={renewals.besides.length > 0 ? 'Open another one' : 'Open task'}
      dirty={formState.isDirty}
      busy={open.isPending}
      error={faultsOf(open.error).length > 0 ? null : open.error}
      onClose={onClose}
      onSubmit={handleSubmit(
        ({ task, taskData }) => open.mutate({ body: { task, taskData: { ...taskData, besides: renewals.besides } } }),
        open.reset,
      )}
    >
      <FormProvider {...form}>
        <Fields>
          <Bound name="taskData.renews">
            {(field) => (
              <TextField
                {...field}
                label="Earlier referral"
                {...(renewed.isUnknown && { warning: 'There is no referral with this ID.' })}
                help={
                  renewed.isFetching
                    ? 'Looking it up…'
                    : referral
                      ? 'Member and physician were filled in from it.'
                      : 'Its ID, if there is one: member and physician are filled in from it.'
                }
              />
            )}
          </Bound>
          <Chosen name="taskData.itemCategory" label="Category" choices={RECERTIFIED_CATEGORIES.map(same)} required />
          {renewals.rows.length > 0 ? (
            <OpenRenewals
              rows={renewals.rows}
              besides={renewals.besides.length > 0}
              onBesides={(besides) => {
                renewals.setBesides(besides);
                clearErrors('taskData.renews');
              }}
            />
          ) : null}
        </Fields>
        <Fields title="Member">
          <Text name="taskData.member.lastName" label="Last Name" required />
          <Text name="taskData.member.firstName" label="First Name" required />
          <Bound name="taskData.member.DOB">
            {(field) => <DateField {...field} label="DOB" days={daysOfBirth()} required />}
          </Bound>
          <Phone name="taskData.member.phone" label="Phone" required />
          <Chosen name="taskData.member.state" label="State" choices={STATES} required />
          <Text name="taskData.member.medicaidId" label="Medicaid ID" />
        </Fields>
        <Fields title="Physician">
          <Text name="taskData.physician.lastName" label="Last Name" required />
          <Text name="taskData.physician.firstName" label="First Name" />
          <Phone name="taskData.physician.phone" label="Phone" />
          <Phone name="taskData.physician.fax" label="Fax" />
        </Fields>
        <Fields title="Task">
          <Chosen
            name="task"
            label="Begins with"
            choices={RECERT_CATALOGUE.map(({ task }) => same(task))}
            emptyLabel={null}
          />
          <Bound name="taskData.certifiedUntil">
            {(field) => (
              <DateField
                {...field}
                label="Certified until"
                days={{ min: '2000-01-01', max: todayPlus({ years: 3 }) }}
              />
            )}
          </Bound>
          <Bound name="taskData.startOn">
            {(field) => (
              <DateField
                {...field}
                label="Start on"
                help="Central Time. The task is on hold until this day. Empty: today."
                days={{ min: todayPlus({}), max: todayPlus({ days: LONGEST_HOLD_DAYS }) }}
              />
            )}
          </Bound>
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Bound name="taskData.note">
              {(field) => <TextField {...field} label="Note" rows={2} help="For the staff only." />}
            </Bound>
          </Box>
        </Fields>
      </FormProvider>
    </FormDialog>
  );
}

/** The referral whose whole ID was typed. */
function useRenewedReferral(typed: string) {
  const id = withoutGroups(typed);
  const reading = useQuery({
    queryKey: ['renewed-referral', id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}', { params: { id } }, { signal }),
    enabled: isReferralId(id),
  });
  const { data, error, isFetching } = reading;
  return { data, isFetching, isUnknown: error instanceof ApiError && error.status === 404 };
}

/** Open recertifications of the same supply, and those that the person has seen and wants another one besides. */
function useOpenRenewals(referralId: string | null, itemCategory: string) {
  const { data, refetch } = useRecertifications(referralId);
  const [known, setKnown] = useState<readonly string[]>([]);
  const rows = (data?.rows ?? []).filter((row) => row.status === 'open' && row.itemCategory === itemCategory);
  const ids = rows.map(({ recertificationId }) => recertificationId);
  // One that was opened since is not known: the person is asked again.
  const besides = ids.every((id) => known.includes(id)) ? ids : [];
  return { rows, besides, setBesides: (wanted: boolean) => setKnown(wanted ? ids : []), refetch };
}

/** Rules that the server alone can check, by their fields. */
const FIELDS: Readonly<Record<string, Name>> = {
  'recertification/unknown-referral': 'taskData.renews',
  'recertification/already-open': 'taskData.renews',
  'item-task/hold-day-not-ahead': 'taskData.startOn',
  'item-task/hold-too-long': 'taskData.startOn',
};

function faultsOf(error: Error | null): readonly (readonly [path: string, message: string])[] {
  if (!(error instanceof ApiError)) return [];
  const field = FIELDS[error.code];
  return field ? [[field, error.message]] : Object.entries(error.errors ?? {});
}

const same = (value: string): Choice => ({ value, label: value });
const STATES = Object.entries(US_STATES).map(([value, name]): Choice => ({ value, label: `${name} (${value})` }));

function Fields({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <Box
      component="fieldset"
      sx={{
        ...{ border: 0, p: 0, m: 0, mb: 2, minWidth: 0 },
        ...{ display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: { sm: '1fr 1fr' } },
      }}
    >
      {title === undefined ? null : (
        <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

interface FieldOf {
  readonly name: Name;
  readonly label: string;
  readonly required?: boolean;
}

const Bound = ({ name, children }: { readonly name: Name; readonly children: (props: BoundProps) => ReactNode }) => (
  <BoundField<RecertificationDraft> name={name}>{children}</BoundField>
);
const Text = ({ name, ...props }: FieldOf) => (
  <Bound name={name}>{(field) => <TextField {...props} {...field} />}</Bound>
);
const Phone = ({ name, ...props }: FieldOf) => (
  <Bound name={name}>{(field) => <PhoneField {...props} {...field} />}</Bound>
);
const Chosen = ({
  name,
  ...props
}: FieldOf & { readonly choices: readonly Choice[]; readonly emptyLabel?: string | null }) => (
  <Bound name={name}>{(field) => <ChoiceField {...props} {...field} />}</Bound>
);
