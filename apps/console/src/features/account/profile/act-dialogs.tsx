import { groupsBody, profileBody, roleBody } from '@throughline/contracts';
import { OPS_GROUP } from '@throughline/domain';
import { Checkbox, FormControlLabel, FormGroup } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { useReplacing } from '../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { PhoneField } from '../../../ui/fields/phone-field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { groupsQuery } from '../queries.js';
import { type AccountAct, nameOf } from './account-acts.js';
import { CheckList } from '../../../ui/fields/check-list.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { enrolledOf, profileOf, rightsOf, standingOf } from './account-values.js';
import { type ActProps, useActFrame } from './act-parts.js';
import { ActWithReason, Reactivate } from './act-with-reason.js';
import { ChangeCompany } from './change-company.js';
import { Deactivate, OnlySiteAdmin, TasksToField, TO_THE_QUEUE } from './tasks-to-field.js';
import english from '../../../../texts/en/account-acts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

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
    case 'reactivate':
      return <Reactivate {...props} />;
    default:
      return <ActWithReason {...props} act={act} />;
  }
}

function EditProfile({ account, onClose }: ActProps) {
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
    schema: profileBody,
  });
  const { control } = replacing.form;
  const frame = useActFrame({ account, onClose });
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

function EditGroups({ account, onClose }: ActProps) {
  const t = useTexts();
  const replacing = useReplacing({
    present: enrolledOf(account),
    premises: standingOf(account),
    beside: ['groups'],
    typedOf: ({ groups }) => ({ groups }),
    besides: { tasksTo: TO_THE_QUEUE, reason: '' },
    schema: groupsBody,
  });
  const { control } = replacing.form;
  const chosen = useWatch({ control, name: 'groups' });
  const { offered, error } = useOfferedGroups(account, chosen);
  const frame = useActFrame({ account, onClose });
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

/** Their names. What is chosen can be taken back, also when it is not offered any more: the person was moved meanwhile. */
function useOfferedGroups(account: ActProps['account'], chosen: readonly string[]) {
  const { data, error } = useQuery({
    ...groupsQuery(account.id, account.company?.id ?? 0),
    enabled: account.company !== null,
  });
  const names = [...(data ?? []).map(({ name }) => name), ...enrolledOf(account).groups, ...chosen];
  return { offered: [...new Set(names)].sort(), error };
}

function ChangeRole({ account, onClose }: ActProps) {
  const t = useTexts();
  const replacing = useReplacing({
    present: rightsOf(account),
    premises: standingOf(account),
    typedOf: ({ admin, siteAdmin }) => ({ admin, siteAdmin }),
    besides: { reason: '' },
    schema: roleBody,
  });
  const { control } = replacing.form;
  const managesSite = useWatch({ control, name: 'siteAdmin' });
  const frame = useActFrame({ account, onClose });
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
                control={<Checkbox checked={value} onChange={(_, on) => onChange(on)} slotProps={{ input: { ref } }} />}
              />
            )}
          />
        ))}
      </FormGroup>
      {managesSite ? null : <OnlySiteAdmin account={account} />}
      <ReasonField />
    </CommandDialog>
  );
}
