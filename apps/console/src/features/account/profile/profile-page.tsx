import type { User } from '@throughline/contracts';
import { mayAudit } from '@throughline/domain';
import { Alert, Box, Button, Chip, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError, blockingError } from '../../../api/api-error.js';
import { consoleConfigAtom, userAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/page/loading.js';
import { Pencil } from '../../../ui/icons/opened-icons.js';
import { useFocusKept } from '../../../ui/focus.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { type AccountAction, availableActions, nameOf } from './account-actions.js';
import { ActsOnAccount } from './admin-act-list.js';
import { BasicFacts } from './basic-facts.js';
import { NoSuchPerson } from './no-such-person.js';
import { NotificationSettings } from './notification-settings.js';
import { SessionList } from './session-list.js';
import { userQuery } from '../queries.js';
import actionTexts from '../../../../texts/en/account-actions.json' with { type: 'json' };
import english from '../../../../texts/en/profile.json' with { type: 'json' };
import signInMethods from '../../../../texts/en/sign-in-methods.json' with { type: 'json' };
import { InEnglish, textsOf } from '../../../language/language.js';

const useTexts = textsOf('profile', english);
const useActionTexts = textsOf('account-actions', actionTexts);
const useSignInTexts = textsOf('sign-in-methods', signInMethods);

const PasskeyList = onDemand(async () => (await import('./passkey-list.js')).PasskeyList);
const FactorList = onDemand(async () => (await import('./factor-list.js')).FactorList);
const ActionDialog = onDemand(async () => (await import('./action-dialogs.js')).ActionDialog);

/** The pages /user and /user/{id} (access specification, section 2). Admins edit, and a company's site administrator can deactivate. */
export function ProfilePage() {
  const t = useTexts();
  const me = useAtomValue(userAtom);
  const { id = me?.id ?? '' } = useParams();
  const found = useQuery(userQuery(id));
  const error = blockingError(found);
  const account = error ? undefined : found.data;
  const [action, setAction] = useState<{ readonly on: string; readonly name: AccountAction } | null>(null);
  const close = useCallback(() => setAction(null), []);
  return (
    <>
      {error instanceof ApiError && [400, 404].includes(error.status) ? (
        <NoSuchPerson />
      ) : (
        <Page
          title={account && account.id !== me?.id ? nameOf(account) : t('title')}
          loading={account === undefined}
          error={error}
          onRetry={() => void found.refetch()}
        >
          {account && me ? (
            <Profile account={account} me={me} setAction={(name) => setAction({ on: id, name })} />
          ) : null}
        </Page>
      )}
      {/* The dialog is outside the profile, so that it keeps what was typed when the reader loses access to the person. */}
      {action?.on === id && found.data ? (
        <ActionDialog action={action.name} account={found.data} onClose={close} onFailed={close} />
      ) : null}
    </>
  );
}

interface ProfileProps {
  readonly account: User;
  readonly me: User;
  readonly setAction: (action: AccountAction) => void;
}

function Profile({ account, me, setAction }: ProfileProps) {
  const t = useTexts();
  const edit = (which: AccountAction) => (me.admin ? <EditButton action={which} onEdit={setAction} /> : null);
  const isOwn = account.id === me.id;
  const focusKept = useFocusKept();
  return (
    <Stack {...focusKept} sx={{ gap: 4 }}>
      <AccountState account={account} />
      <Section title={t('basicInfo')} action={edit('profile')}>
        <BasicFacts account={account} me={me} edit={edit} />
      </Section>
      <Section title={t('groups')} action={edit('groups')}>
        {account.groups.length === 0 ? (
          <Typography color="textSecondary">{t('noGroup')}</Typography>
        ) : (
          <Stack component="ul" direction="row" sx={{ listStyle: 'none', p: 0, m: 0, gap: 1, flexWrap: 'wrap' }}>
            {account.groups.map(({ name }) => (
              <Chip key={name} component="li" label={name} size="small" />
            ))}
          </Stack>
        )}
      </Section>
      <Section title={t('settings')}>
        <NotificationSettings key={account.id} account={account} isOwn={isOwn} />
      </Section>
      {isOwn ? (
        <Section title={t('sessions')}>
          <SessionList />
        </Section>
      ) : null}
      {isOwn ? <SignInMethods /> : null}
      {isOwn ? <Passkeys /> : null}
      <Actions actions={availableActions(account, me)} onAction={setAction} />
      {mayAudit(me) ? (
        <Section title={t('audit')}>
          <InEnglish>
            <ActsOnAccount person={account.id} />
          </InEnglish>
        </Section>
      ) : null}
    </Stack>
  );
}

/** Shown if the installation offers authenticator apps. */
function SignInMethods() {
  const t = useSignInTexts();
  const { authenticatorApps } = useAtomValue(consoleConfigAtom);
  const [failed, setFailed] = useState(false);
  if (!authenticatorApps || failed) return null;
  return (
    <Section title={t('title')}>
      <FactorList onFailed={() => setFailed(true)} fallback={<Loading label={t('loading')} />} />
    </Section>
  );
}

/** Shown if the installation offers passkeys. */
function Passkeys() {
  const t = useTexts();
  const { passkeys } = useAtomValue(consoleConfigAtom);
  const [failed, setFailed] = useState(false);
  if (!passkeys || failed) return null;
  return (
    <Section title={t('passkeys')}>
      <PasskeyList onFailed={() => setFailed(true)} fallback={<Loading label={t('passkeysLoading')} />} />
    </Section>
  );
}

/** Notices above the profile: the account is deactivated, its company is not confirmed, or a change waits for the identity provider. */
function AccountState({ account }: { readonly account: User }) {
  const t = useTexts();
  const { active, claimedCompany, waitsForProvider } = account;
  if (active && claimedCompany === null && !waitsForProvider) return null;
  return (
    <Stack sx={{ gap: 1 }}>
      {active ? null : <Alert severity="warning">{t('deactivated')}</Alert>}
      {claimedCompany ? <Alert severity="info">{t('companyClaimed')}</Alert> : null}
      {waitsForProvider ? <Alert severity="info">{t('waitsForProvider')}</Alert> : null}
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, action, children }: SectionProps) {
  return (
    <Box component="section" aria-label={title}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h2">{title}</Typography>
        {action}
      </Stack>
      {children}
    </Box>
  );
}

interface EditButtonProps {
  readonly action: AccountAction;
  readonly onEdit: (action: AccountAction) => void;
}

function EditButton({ action, onEdit }: EditButtonProps) {
  const t = useActionTexts();
  return (
    <Button
      size="small"
      aria-label={t(action)}
      onClick={() => onEdit(action)}
      onPointerEnter={ActionDialog.preload}
      onFocus={ActionDialog.preload}
      sx={{ minWidth: 0, px: 1 }}
    >
      <Pencil size={16} aria-hidden />
    </Button>
  );
}

function Actions({
  actions,
  onAction,
}: {
  readonly actions: readonly AccountAction[];
  readonly onAction: (action: AccountAction) => void;
}) {
  const t = useTexts();
  const tAction = useActionTexts();
  if (actions.length === 0) return null;
  return (
    <Section title={t('signIn')}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {actions.map((action) => (
          <Button
            key={action}
            variant="outlined"
            color={action === 'deactivate' ? 'error' : 'primary'}
            onClick={() => onAction(action)}
            onPointerEnter={ActionDialog.preload}
            onFocus={ActionDialog.preload}
          >
            {tAction(action)}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}
