import { groupsBody, profileBody, roleBody, type User } from '@throughline/contracts';
import { OPS_GROUP } from '@throughline/domain';
import { FormGroup, FormHelperText } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useReplacing } from '../../../meanwhile/use-replacing.js';
import { BoundCheckbox } from '../../../ui/fields/bound-checkbox.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { PhoneField } from '../../../ui/fields/phone/phone-field.js';
import { BoundText } from '../../../ui/fields/bound-text.js';
import { groupsQuery } from '../queries.js';
import { type AccountAction, nameOf } from './account-actions.js';
import { CheckList } from '../../../ui/fields/choice/check-list.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { enrolledOf, profileOf, rightsOf, activeAndCompanyOf } from './account-values.js';
import { AccountDialog, type AccountDialogProps } from './account-dialog.js';
import { ActionWithReason, Reactivate } from './action-with-reason.js';
import { ChangeCompany } from './change-company.js';
import { Deactivate, OnlySiteAdmin, TasksToField, TO_THE_QUEUE, withTasksTo } from './tasks-to-field.js';
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
      return <ChangeRoleDialog {...props} />;
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

function EditProfile(props: AccountDialogProps) {
  const t = useTexts();
  return (
    <AccountDialog
      {...props}
      {...useProfile(props.account)}
      endpoint="POST /users/user/{id}/profile"
      body={(body) => body}
      doneWords={t('profileChanged')}
      title={t('editProfileOf', { name: nameOf(props.account) })}
      submitLabel={t('save')}
    >
      <BoundText name="firstName" label={t('firstName')} autoFocus required />
      <BoundText name="lastName" label={t('lastName')} required />
      <Phone name="primaryPhone" label={t('primaryPhone')} />
      <Phone name="secondaryPhone" label={t('secondaryPhone')} />
      <ReasonField />
    </AccountDialog>
  );
}

function useProfile(account: User) {
  const t = useTexts();
  return useReplacing({
    present: profileOf(account),
    premises: { active: account.active },
    savedSeparately: ['firstName', 'lastName', 'primaryPhone', 'secondaryPhone', 'active'],
    unchanged: { path: 'firstName', message: t('nothingChanged') },
    schema: profileBody,
  });
}

const Phone = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <BoundField name={name}>{(field) => <PhoneField {...field} label={label} />}</BoundField>
);

function EditGroups(props: AccountDialogProps) {
  const t = useTexts();
  const { account } = props;
  const { replacing, offered, error } = useGroups(account);
  return (
    <AccountDialog
      {...props}
      {...replacing}
      endpoint="POST /users/user/{id}/groups"
      body={withTasksTo}
      doneWords={t('groupsChanged')}
      errorOf={(refusal) => refusal ?? error}
      title={t('editGroupsOf', { name: nameOf(account) })}
      about={account.company === null ? t('noCompanyNoGroups') : undefined}
      submitLabel={t('save')}
    >
      <GroupChoice account={account} offered={offered} />
      <ReasonField />
    </AccountDialog>
  );
}

interface GroupChoiceProps extends Pick<AccountDialogProps, 'account'> {
  readonly offered: readonly string[];
}

/** The field `groups` of the form around it, and who gets the tasks of somebody who then works none. */
function GroupChoice({ account, offered }: GroupChoiceProps) {
  const { value, onChange, ref } = useController<{ groups: string[] }, 'groups'>({ name: 'groups' }).field;
  const label = useTexts()('enrolledGroups');
  return (
    <>
      <CheckList label={label} choices={offered} chosen={value} onChange={onChange} inputRef={ref} />
      {account.role === 'staff' && value.includes(OPS_GROUP) ? <TasksToField account={account} /> : null}
    </>
  );
}

/**
 * The form of a person's groups, and the names of those to choose from. A chosen group is listed even if it is no longer offered, because the
 * person was moved meanwhile: it can then be removed.
 */
function useGroups(account: User) {
  const replacing = useReplacing({
    present: enrolledOf(account),
    premises: activeAndCompanyOf(account),
    savedSeparately: ['groups'],
    otherDefaults: { tasksTo: TO_THE_QUEUE, reason: '' },
    schema: groupsBody,
  });
  const chosen = useWatch({ control: replacing.form.control, name: 'groups' });
  const { data = [], error } = useQuery({
    ...groupsQuery(account.id, account.company?.id ?? 0),
    enabled: account.company !== null,
  });
  const names = [...data.map(({ name }) => name), ...enrolledOf(account).groups, ...chosen];
  return { replacing, offered: [...new Set(names)].sort(), error };
}

function ChangeRoleDialog(props: AccountDialogProps) {
  const t = useTexts();
  const { account } = props;
  return (
    <AccountDialog
      {...props}
      {...useRole(account)}
      endpoint="POST /users/user/{id}/role"
      body={(body) => body}
      doneWords={t('roleChanged')}
      title={t('changeRoleOf', { name: nameOf(account) })}
      about={t('rolesAbout')}
      submitLabel={t('save')}
    >
      <Rights account={account} />
      <ReasonField />
    </AccountDialog>
  );
}

function useRole(account: User) {
  const t = useTexts();
  return useReplacing({
    present: rightsOf(account),
    premises: activeAndCompanyOf(account),
    unchanged: { path: 'admin', message: t('roleUnchanged') },
    schema: roleBody,
  });
}

/** The fields `admin` and `siteAdmin` of the form around them. An error is of both: that they are as they were. */
function Rights({ account }: Pick<AccountDialogProps, 'account'>) {
  const t = useTexts();
  const { control, clearErrors } = useFormContext<ReturnType<typeof rightsOf>>();
  const managesSite = useWatch({ control, name: 'siteAdmin' });
  const fault = useFormState({ control }).errors.admin?.message;
  const input = { 'aria-invalid': fault !== undefined, 'aria-describedby': 'role-unchanged' };
  const both = { input, onChanged: () => clearErrors('admin') };
  return (
    <>
      <FormGroup>
        <BoundCheckbox {...both} name="admin" label={t('administrator')} />
        <BoundCheckbox {...both} name="siteAdmin" label={t('siteAdministrator')} />
        <FormHelperText id="role-unchanged" error>
          {fault}
        </FormHelperText>
      </FormGroup>
      {managesSite ? null : <OnlySiteAdmin account={account} />}
    </>
  );
}
