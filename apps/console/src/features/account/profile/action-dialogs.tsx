import { groupsBody, profileBody, roleBody } from '@throughline/contracts';
import { OPS_GROUP } from '@throughline/domain';
import { Checkbox, FormControlLabel, FormGroup, FormHelperText } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { useReplacing } from '../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { PhoneField } from '../../../ui/fields/phone/phone-field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { groupsQuery } from '../queries.js';
import { type AccountAction, nameOf } from './account-actions.js';
import { CheckList } from '../../../ui/fields/choice/check-list.js';
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
    typedOf: ({ primaryPhone, secondaryPhone, ...names }) => ({
      ...names,
      ...{ primaryPhone: primaryPhone ?? '', secondaryPhone: secondaryPhone ?? '' },
    }),
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
    typedOf: ({ groups }) => ({ groups }),
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
    typedOf: ({ admin, siteAdmin }) => ({ admin, siteAdmin }),
    besides: { reason: '' },
    unchanged: { path: 'admin', message: t('roleUnchanged') },
    schema: roleBody,
  });
  const { control } = replacing.form;
  const managesSite = useWatch({ control, name: 'siteAdmin' });
  // The fault of both boxes together: neither was changed.
  const fault = replacing.form.formState.errors.admin?.message;
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
      <FormGroup>
        {(['admin', 'siteAdmin'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, onChange, ref } }) => (
              <FormControlLabel
                label={t(name === 'admin' ? 'administrator' : 'siteAdministrator')}
                control={
                  <Checkbox
                    checked={value}
                    onChange={(_, on) => {
                      onChange(on);
                      replacing.form.clearErrors('admin');
                    }}
                    slotProps={{
                      input: { ref, 'aria-invalid': fault !== undefined, 'aria-describedby': 'role-unchanged' },
                    }}
                  />
                }
              />
            )}
          />
        ))}
        <FormHelperText id="role-unchanged" error>
          {fault}
        </FormHelperText>
      </FormGroup>
      {managesSite ? null : <OnlySiteAdmin account={account} />}
      <ReasonField />
    </CommandDialog>
  );
}
