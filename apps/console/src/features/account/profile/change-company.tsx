import { companyBody, type User } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useReplacing } from '../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { companiesQuery } from '../queries.js';
import { nameOf } from './account-actions.js';
import { belongingOf, enrolledOf, rightsOf } from './account-values.js';
import { AccountDialog, type AccountDialogProps } from './account-dialog.js';
import { OnlySiteAdmin, TasksToField, TO_THE_QUEUE, withTasksTo } from './tasks-to-field.js';
import english from '../../../../texts/en/account-actions.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('account-actions', english);

const NO_COMPANY = 'none';

/** Confirms or refuses the company that a person claims, or moves the person. */
export function ChangeCompany(props: AccountDialogProps) {
  const t = useTexts();
  const { account } = props;
  return (
    <AccountDialog
      {...props}
      {...useCompany(account)}
      endpoint="POST /users/user/{id}/company"
      body={withTasksTo}
      doneWords={t('companySet')}
      title={t(account.claimedCompany ? 'confirmCompanyOf' : 'changeCompanyOf', { name: nameOf(account) })}
      about={account.claimedCompany ? t('claimAbout', { company: account.claimedCompany.name }) : t('companyAbout')}
      submitLabel={t(account.claimedCompany ? 'settleClaim' : 'save')}
    >
      <CompanyField isClaimed={account.claimedCompany !== null} />
      <OnlySiteAdmin account={account} />
      {account.company === null ? null : <TasksToField account={account} />}
      <ReasonField />
    </AccountDialog>
  );
}

const useCompany = (account: User) =>
  useReplacing({
    present: belongingOf(account),
    premises: { active: account.active, ...rightsOf(account), ...enrolledOf(account) },
    typedOf: ({ companyId, claimedCompanyId }) => ({ companyId: String(claimedCompanyId ?? companyId ?? NO_COMPANY) }),
    otherDefaults: { tasksTo: TO_THE_QUEUE, reason: '' },
    schema: {
      safeParse: (values) => {
        const { companyId, ...more } = values as { companyId: string };
        return companyBody.safeParse({ companyId: companyId === NO_COMPANY ? null : Number(companyId), ...more });
      },
    },
  });

/** The field `companyId` of the form around it. */
function CompanyField({ isClaimed }: { readonly isClaimed: boolean }) {
  const t = useTexts();
  const words = useWords();
  const { data = [], error, refetch } = useQuery(companiesQuery);
  return (
    <>
      <BoundField name="companyId">
        {(field) => (
          <ChoiceField
            {...field}
            label={t('companyField')}
            emptyLabel={null}
            choices={[
              { value: NO_COMPANY, label: t(isClaimed ? 'claimRefused' : 'noCompany') },
              ...data.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </BoundField>
      {error ? (
        <ErrorState
          title={t('noCompanies', { error: words(error.message) })}
          error={null}
          onRetry={() => void refetch()}
        />
      ) : null}
    </>
  );
}
