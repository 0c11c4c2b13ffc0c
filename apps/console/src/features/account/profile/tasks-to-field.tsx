import { deactivateBody, type User } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/api.js';
import { assigneesQuery } from '../../../api/assignees.js';
import { READ_AGAIN_MS } from '../../../api/query-client.js';
import { userAtom } from '../../../session/session.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import type { Choice } from '../../../ui/fields/choice/choices.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { siteAdminsQuery } from '../queries.js';
import { nameOf } from './account-actions.js';
import { seenTurn, useWatched } from './account-changed.js';
import { AccountDialog, type AccountDialogProps } from './account-dialog.js';
import english from '../../../../texts/en/account-actions.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('account-actions', english);

/** The value of the choice that returns tasks to the queue. */
export const TO_THE_QUEUE = '';

/** The body of a request, in which no colleague is null. */
export const withTasksTo = <Given extends { readonly tasksTo?: string | null | undefined }>({
  tasksTo,
  ...given
}: Given) => ({
  ...given,
  tasksTo: tasksTo || null,
});

/**
 * The number of the person's open tasks, including those on hold, and the colleagues who can take them. Undefined until read, and for
 * readers without access.
 */
function useOpenTasks(account: User) {
  const me = useAtomValue(userAtom);
  const enabled = me !== null && mayWorkTasks(me);
  const query = { tab: 'open', assignee: account.id, pageSize: 1 } as const;
  const tasks = useQuery({
    queryKey: ['open-tasks-of', account.id],
    queryFn: ({ signal }) => call('GET /tasks', { query }, { signal }),
    enabled,
  });
  const count = tasks.data?.rowCount;
  const colleagues = useQuery({
    ...assigneesQuery,
    refetchInterval: READ_AGAIN_MS,
    enabled: count !== undefined && count > 0,
  });
  return { count, error: tasks.error ?? colleagues.error, colleagues: colleagues.data ?? [] };
}

/**
 * States how many open tasks a person leaves, and asks who gets them. Renders nothing if there are none. A chosen colleague who can no
 * longer be assigned tasks stays visible, but cannot be chosen. The field `tasksTo` of the form around it.
 */
export function TasksToField({ account }: { readonly account: User }) {
  const t = useTexts();
  const words = useWords();
  const { count, error, colleagues } = useOpenTasks(account);
  const [chosen, setChosen] = useState<Choice | null>(null);
  if (error) return <Alert severity="warning">{t('openTasksNotRead', { error: words(error.message) })}</Alert>;
  if (count === undefined || count === 0) return null;
  const choices = colleagues
    .filter(({ userId }) => userId !== account.id)
    .map(({ userId, name: colleague, email }) => ({ value: userId, label: `${colleague} · ${email}` }));
  return (
    <BoundField name="tasksTo">
      {(field) => {
        const gone =
          chosen?.value === field.value && !choices.some(({ value }) => value === field.value) ? chosen : null;
        return (
          <ChoiceField
            {...field}
            onChange={(value) => {
              setChosen(choices.find((choice) => choice.value === value) ?? null);
              field.onChange(value);
            }}
            label={t('tasksTo')}
            help={t('openTasks', { name: nameOf(account), count })}
            error={gone ? t('tasksToGone', { name: gone.label }) : field.error}
            emptyLabel={t('toTheQueue')}
            choices={gone ? [...choices, { ...gone, disabled: true }] : choices}
          />
        );
      }}
    </BoundField>
  );
}

const LeavingFields = ({ account }: { readonly account: User }) => (
  <>
    <OnlySiteAdmin account={account} />
    <TasksToField account={account} />
    <ReasonField autoFocus />
  </>
);

const deactivateResolver = schemaResolver(deactivateBody.omit({ seen: true }));

/** Deactivates a person, and describes the consequences. */
export function Deactivate(props: AccountDialogProps) {
  const t = useTexts();
  const { account } = props;
  const revision = useWatched(account);
  return (
    <AccountDialog
      {...props}
      revision={revision}
      form={useForm({ defaultValues: { reason: '', tasksTo: TO_THE_QUEUE }, resolver: deactivateResolver })}
      endpoint="POST /users/user/{id}/deactivate"
      body={(given) => ({ ...withTasksTo(given), seen: seenTurn(revision) })}
      doneWords={t('deactivateDone')}
      title={t('actOn', { act: t('deactivate'), name: nameOf(account) })}
      about={t('deactivateAbout')}
      submitLabel={t('deactivate')}
      submitColor="error"
    >
      <LeavingFields account={account} />
    </AccountDialog>
  );
}

/** Warns that a company will have no site administrator. */
export function OnlySiteAdmin({ account }: { readonly account: User }) {
  const t = useTexts();
  const { data } = useQuery({ ...siteAdminsQuery, enabled: account.siteAdmin });
  const ofCompany = data?.filter(({ company, active }) => active && company?.id === account.company?.id) ?? [];
  if (!account.siteAdmin || ofCompany.length !== 1 || account.company === null) return null;
  return (
    <Alert severity="warning">{t('onlySiteAdmin', { name: nameOf(account), company: account.company.name })}</Alert>
  );
}
