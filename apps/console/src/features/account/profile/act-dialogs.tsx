import { companyBody, groupsBody, profileBody, roleBody } from '@throughline/contracts';
import { Checkbox, FormControlLabel, FormGroup, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { BoundField } from '../../../ui/bound-field.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { PhoneField } from '../../../ui/phone-field.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { TextField } from '../../../ui/text-field.js';
import { companiesQuery, groupsQuery } from '../queries.js';
import { type AccountAct, nameOf } from './account-acts.js';
import { CheckList } from '../../../ui/check-list.js';
import { ReasonField } from '../../../ui/reason-field.js';
import { type ActProps, useAct } from './act-parts.js';
import { ActWithReason } from './act-with-reason.js';
import { Deactivate, OnlySiteAdmin, TasksToField, TO_THE_QUEUE } from './tasks-to-field.js';
import english from '../../../../texts/en/account-acts.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('account-acts', english);

/** The dialog of an act. Loaded when it is opened. */
export function ActDialog({ act, ...props }: ActProps & { readonly act: AccountAct }) {
  switch (act) {
    case 'profile':
      return <EditProfile {...props} />;
    case 'groups':
      return <EditGroups {...props} />;
    case 'role':
      return <ChangeRole {...props} />;
    case 'company':
      return <ChangeCompany {...props} />;
    case 'deactivate':
      return <Deactivate {...props} />;
    default:
      return <ActWithReason {...props} act={act} />;
  }
}

function EditProfile({ account, onClose }: ActProps) {
  const say = useTexts();
  const { firstName, lastName, primaryPhone, secondaryPhone } = account;
  const { control, handleSubmit, formState } = useForm({
    defaultValues: {
      ...{ firstName, lastName, reason: '' },
      ...{ primaryPhone: primaryPhone ?? '', secondaryPhone: secondaryPhone ?? '' },
    },
    resolver: schemaResolver(profileBody),
  });
  const act = useAct('POST /users/user/{id}/profile', { account, onClose }, say('profileChanged'));
  return (
    <FormDialog
      open
      title={say('editProfileOf', { name: nameOf(account) })}
      submitLabel={say('save')}
      dirty={formState.isDirty}
      busy={act.isPending}
      error={act.error}
      onClose={onClose}
      onSubmit={handleSubmit((body) => act.mutate({ params: { id: account.id }, body }))}
    >
      <Stack spacing={2}>
        <BoundField control={control} name="firstName">
          {(field) => <TextField {...field} label={say('firstName')} autoFocus required />}
        </BoundField>
        <BoundField control={control} name="lastName">
          {(field) => <TextField {...field} label={say('lastName')} required />}
        </BoundField>
        <BoundField control={control} name="primaryPhone">
          {(field) => <PhoneField {...field} label={say('primaryPhone')} />}
        </BoundField>
        <BoundField control={control} name="secondaryPhone">
          {(field) => <PhoneField {...field} label={say('secondaryPhone')} />}
        </BoundField>
        <ReasonField control={control} />
      </Stack>
    </FormDialog>
  );
}

function EditGroups({ account, onClose }: ActProps) {
  const say = useTexts();
  const enrolled = account.groups.map(({ name }) => name);
  const { data, error } = useQuery({
    ...groupsQuery(account.id, account.company?.id ?? 0),
    enabled: account.company !== null,
  });
  const offered = [...new Set([...(data ?? []).map(({ name }) => name), ...enrolled])].sort();
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { groups: enrolled, reason: '' },
    resolver: schemaResolver(groupsBody),
  });
  const act = useAct('POST /users/user/{id}/groups', { account, onClose }, say('groupsChanged'));
  return (
    <FormDialog
      open
      title={say('editGroupsOf', { name: nameOf(account) })}
      about={account.company === null ? say('noCompanyNoGroups') : undefined}
      submitLabel={say('save')}
      dirty={formState.isDirty}
      busy={act.isPending}
      error={act.error ?? error}
      onClose={onClose}
      onSubmit={handleSubmit((body) => act.mutate({ params: { id: account.id }, body }))}
    >
      <Stack spacing={2}>
        <Controller
          control={control}
          name="groups"
          render={({ field: { value, onChange } }) => (
            <CheckList label={say('enrolledGroups')} choices={offered} chosen={value} onChange={onChange} />
          )}
        />
        <ReasonField control={control} />
      </Stack>
    </FormDialog>
  );
}

function ChangeRole({ account, onClose }: ActProps) {
  const say = useTexts();
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { admin: account.admin, siteAdmin: account.siteAdmin, reason: '' },
    resolver: schemaResolver(roleBody),
  });
  const act = useAct('POST /users/user/{id}/role', { account, onClose }, say('roleChanged'));
  return (
    <FormDialog
      open
      title={say('changeRoleOf', { name: nameOf(account) })}
      about={say('rolesAbout')}
      submitLabel={say('save')}
      dirty={formState.isDirty}
      busy={act.isPending}
      error={act.error}
      onClose={onClose}
      onSubmit={handleSubmit((body) => act.mutate({ params: { id: account.id }, body }))}
    >
      <Stack spacing={2}>
        <FormGroup>
          {(['admin', 'siteAdmin'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field: { value, onChange } }) => (
                <FormControlLabel
                  label={say(name === 'admin' ? 'administrator' : 'siteAdministrator')}
                  control={<Checkbox checked={value} onChange={(_, on) => onChange(on)} />}
                />
              )}
            />
          ))}
        </FormGroup>
        <ReasonField control={control} />
      </Stack>
    </FormDialog>
  );
}

const NO_COMPANY = 'none';

function ChangeCompany({ account, onClose }: ActProps) {
  const say = useTexts();
  const words = useWords();
  const { data = [], error, refetch } = useQuery(companiesQuery);
  const { claimedCompany, company } = account;
  const { control, handleSubmit, formState } = useForm({
    defaultValues: {
      companyId: String((claimedCompany ?? company)?.id ?? NO_COMPANY),
      ...{ tasksTo: TO_THE_QUEUE, reason: '' },
    },
    resolver: schemaResolver({
      safeParse: (values) => {
        const { companyId, ...more } = values as { companyId: string };
        return companyBody.safeParse({ companyId: companyId === NO_COMPANY ? null : Number(companyId), ...more });
      },
    }),
  });
  const act = useAct('POST /users/user/{id}/company', { account, onClose }, say('companySet'));
  return (
    <FormDialog
      open
      title={say(claimedCompany ? 'confirmCompanyOf' : 'changeCompanyOf', { name: nameOf(account) })}
      about={claimedCompany ? say('claimAbout', { company: claimedCompany.name }) : say('companyAbout')}
      submitLabel={say(claimedCompany ? 'settleClaim' : 'save')}
      dirty={formState.isDirty}
      busy={act.isPending}
      error={act.error}
      onClose={onClose}
      onSubmit={handleSubmit(({ tasksTo, ...body }) =>
        act.mutate({ params: { id: account.id }, body: { ...body, tasksTo: tasksTo || null } }),
      )}
    >
      <Stack spacing={2}>
        <BoundField control={control} name="companyId">
          {(field) => (
            <ChoiceField
              {...field}
              label={say('companyField')}
              emptyLabel={null}
              choices={[
                { value: NO_COMPANY, label: say(claimedCompany ? 'claimRefused' : 'noCompany') },
                ...data.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          )}
        </BoundField>
        {error ? (
          <ErrorState
            title={say('noCompanies', { error: words(error.message) })}
            error={null}
            onRetry={() => void refetch()}
          />
        ) : null}
        <OnlySiteAdmin account={account} />
        {account.company === null ? null : <TasksToField account={account} control={control} name="tasksTo" />}
        <ReasonField control={control} />
      </Stack>
    </FormDialog>
  );
}
