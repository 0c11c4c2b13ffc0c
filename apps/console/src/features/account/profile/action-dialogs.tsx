import { groupsBody, profileBody, roleBody } from '@throughline/contracts';
import { OPS_GROUP } from '@throughline/domain';
import { FormGroup, FormHelperText } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useReplacing } from '../../../meanwhile/use-replacing.js';
import { BoundCheckbox } from '../../../ui/fields/bound-checkbox.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { PhoneField } from '../../../ui/fields/phone-field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { groupsQuery } from '../queries.js';
import { type AccountAction, nameOf } from './account-actions.js';
import { CheckList } from '../../../ui/fields/check-list.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { enrolledOf, profileOf, rightsOf, activeAndCompanyOf } from './account-values.js';
import { type AccountDialogProps, useActionFrame } from './action-frame.js';
import { ActionWithReason, Reactivate } from './action-with-reason.js';
import { ChangeCompany } from './change-company.js';
import { Deactivate, OnlySiteAdmin, TasksToField, TO_THE_QUEUE } from './tasks-to-field.js';
import english from '../../../../texts/en/account-actions.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-actions', english);

/** The dialog of an action. Loaded when opened. */
export function ActionDialog({ action, ...props }: AccountDialogProps & { readonly action: AccountAction }) {
  switch (action) {
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
    case 'reactivate':
      return <Reactivate {...props} />;
    default:
      return <ActionWithReason {...props} action={action} />;
  }
}

function EditProfile({ account, onClose }: AccountDialogProps) {
  const t = useTexts();
  const replacing = useReplacing({
    present: profileOf(account),
    premises: { active: account.active },
    beside: ['firstName', 'lastName', 'primaryPhone', 'secondaryPhone', 'active'],
    besides: { reason: '' },
    unchanged: { path: 'firstName', message: t('nothingChanged') },
    schema: profileBody,
  });
  const { control } = replacing.form;
  const frame = useActionFrame({ account, onClose });
  return (
    <CommandDialog
      {...replacing}
      {...frame(t('profileChanged'), replacing)}
      endpoint="POST /users/user/{id}/profile"
      request={(body) => ({ params: { id: account.id }, body })}
      title={t('editProfileOf', { name: nameOf(account) })}
      submitLabel={t('save')}
    >
      <BoundField control={control} name="firstName">
        {(field) => <TextField {...field} label={t('firstName')} autoFocus required />}
      </BoundField>
      <BoundField control={control} name="lastName">
        {(field) => <TextField {...field} label={t('lastName')} required />}
      </BoundField>
      <BoundField control={control} name="primaryPhone">
        {(field) => <PhoneField {...field} label={t('primaryPhone')} />}
      </BoundField>
      <BoundField control={control} name="secondaryPhone">
        {(field) => <PhoneField {...field} label={t('secondaryPhone')} />}
      </BoundField>
      <ReasonField />
    </CommandDialog>
  );
}

function EditGroups({ account, onClose }: AccountDialogProps) {
  const t = useTexts();
  const replacing = useReplacing({
    present: enrolledOf(account),
    premises: activeAndCompanyOf(account),
    beside: ['groups'],
    besides: { tasksTo: TO_THE_QUEUE, reason: '' },
    schema: groupsBody,
  });
  const { control } = replacing.form;
  const chosen = useWatch({ control, name: 'groups' });
  const { offered, error } = useOfferedGroups(account, chosen);
  const frame = useActionFrame({ account, onClose });
  return (
    <CommandDialog
      {...replacing}
      {...frame(t('groupsChanged'), replacing)}
      endpoint="POST /users/user/{id}/groups"
      request={({ tasksTo, ...body }) => ({
        params: { id: account.id },
        body: { ...body, tasksTo: tasksTo || null },
      })}
      errorOf={(refusal) => refusal ?? error}
      title={t('editGroupsOf', { name: nameOf(account) })}
      about={account.company === null ? t('noCompanyNoGroups') : undefined}
      submitLabel={t('save')}
    >
      <Controller
        control={control}
        name="groups"
        render={({ field: { value, onChange, ref } }) => (
          <CheckList label={t('enrolledGroups')} choices={offered} chosen={value} onChange={onChange} inputRef={ref} />
        )}
      />
      {account.role === 'staff' && chosen.includes(OPS_GROUP) ? (
        <TasksToField account={account} control={control} name="tasksTo" />
      ) : null}
      <ReasonField />
    </CommandDialog>
  );
}

/** The names of the groups to choose from. A chosen group is listed even if it is no longer offered, because the person was moved meanwhile: it can then be removed. */
function useOfferedGroups(account: AccountDialogProps['account'], chosen: readonly string[]) {
  const { data, error } = useQuery({
    ...groupsQuery(account.id, account.company?.id ?? 0),
    enabled: account.company !== null,
  });
  const names = [...(data ?? []).map(({ name }) => name), ...enrolledOf(account).groups, ...chosen];
  return { offered: [...new Set(names)].sort(), error };
}

function ChangeRole({ account, onClose }: AccountDialogProps) {
  const t = useTexts();
  const replacing = useReplacing({
    present: rightsOf(account),
    premises: activeAndCompanyOf(account),
    besides: { reason: '' },
    unchanged: { path: 'admin', message: t('roleUnchanged') },
    schema: roleBody,
  });
  const managesSite = useWatch({ control: replacing.form.control, name: 'siteAdmin' });
  const frame = useActionFrame({ account, onClose });
  return (
    <CommandDialog
      {...replacing}
      {...frame(t('roleChanged'), replacing)}
      endpoint="POST /users/user/{id}/role"
      request={(body) => ({ params: { id: account.id }, body })}
      title={t('changeRoleOf', { name: nameOf(account) })}
      about={t('rolesAbout')}
      submitLabel={t('save')}
    >
      <Rights />
      {managesSite ? null : <OnlySiteAdmin account={account} />}
      <ReasonField />
    </CommandDialog>
  );
}

/** The fields `admin` and `siteAdmin` of the form around them. An error is of both: that they are as they were. */
function Rights() {
  const t = useTexts();
  const { control, clearErrors } = useFormContext<ReturnType<typeof rightsOf>>();
  const fault = useFormState({ control }).errors.admin?.message;
  const input = { 'aria-invalid': fault !== undefined, 'aria-describedby': 'role-unchanged' };
  const both = { input, onChanged: () => clearErrors('admin') };
  return (
    <FormGroup>
      <BoundCheckbox {...both} name="admin" label={t('administrator')} />
      <BoundCheckbox {...both} name="siteAdmin" label={t('siteAdministrator')} />
      <FormHelperText id="role-unchanged" error>
        {fault}
      </FormHelperText>
    </FormGroup>
  );
}
