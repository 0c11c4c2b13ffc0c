import type { User } from '@throughline/contracts';
import { mayAudit } from '@throughline/domain';
import { Alert, Box, Button, Chip, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { consoleConfigAtom, userAtom } from '../../../session/session.js';
import { Coming } from '../../../ui/coming.js';
import { Pencil } from '../../../ui/icons.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Page } from '../../../ui/page.js';
import { formatPhone } from '../../../ui/phone.js';
import { type AccountAct, ACT_LABELS, actsOn, nameOf, roleWords } from '../profile/account-acts.js';
import { AccountActList } from '../profile/account-act-list.js';
import { NotificationSettings } from '../profile/notification-settings.js';
import { OwnSessions } from '../profile/own-sessions.js';
import { userQuery } from '../queries.js';

const OwnPasskeys = onDemand(async () => (await import('../profile/own-passkeys.js')).OwnPasskeys);
const ActDialog = onDemand(async () => (await import('../profile/act-dialogs.js')).ActDialog);

/** /user and /user/{id} (access specification, section 2). Admins edit, and a company's site administrator may deactivate. */
export function ProfilePage() {
  const me = useAtomValue(userAtom);
  const { id = me?.id ?? '' } = useParams();
  const { data: account, error, refetch } = useQuery(userQuery(id));
  return (
    <Page
      title={account && account.id !== me?.id ? nameOf(account) : 'Profile'}
      about={account?.email}
      loading={account === undefined}
      error={account === undefined ? error : null}
      onRetry={() => void refetch()}
    >
      {account && me ? <Profile account={account} me={me} /> : null}
    </Page>
  );
}

function Profile({ account, me }: { readonly account: User; readonly me: User }) {
  const [act, setAct] = useState<AccountAct | null>(null);
  const close = useCallback(() => setAct(null), []);
  const edit = (which: AccountAct) => (me.admin ? <EditButton act={which} onEdit={setAct} /> : null);
  const isOwn = account.id === me.id;
  return (
    <Stack sx={{ gap: 4 }}>
      <AccountState account={account} />
      <Section title="Basic Info" action={edit('profile')}>
        <Facts
          facts={[
            ['Name', nameOf(account)],
            ['Username', account.oktaUserName],
            ['Email', account.email],
            ['Primary phone', phone(account.primaryPhone)],
            ['Secondary phone', phone(account.secondaryPhone)],
            ['Company', companyWords(account), edit('company')],
            ['Role', roleWords(account), edit('role')],
          ]}
        />
      </Section>
      <Section title="Enrolled Groups" action={edit('groups')}>
        {account.groups.length === 0 ? (
          <Typography color="textSecondary">In no group.</Typography>
        ) : (
          <Stack component="ul" direction="row" sx={{ listStyle: 'none', p: 0, m: 0, gap: 1, flexWrap: 'wrap' }}>
            {account.groups.map(({ name }) => (
              <Chip key={name} component="li" label={name} size="small" />
            ))}
          </Stack>
        )}
      </Section>
      <Section title="Notification Settings">
        <NotificationSettings key={account.id} account={account} isOwn={isOwn} />
      </Section>
      {isOwn ? (
        <Section title="Where you are signed in">
          <OwnSessions />
        </Section>
      ) : null}
      {isOwn ? <Passkeys /> : null}
      <Acts acts={actsOn(account, me)} onAct={setAct} />
      {mayAudit(me) ? (
        <Section title="Audit">
          <AccountActList person={account.id} />
        </Section>
      ) : null}
      {act ? <ActDialog act={act} account={account} onClose={close} onFailed={close} /> : null}
    </Stack>
  );
}

/** Where the installation offers them. */
function Passkeys() {
  const { passkeys } = useAtomValue(consoleConfigAtom);
  const [failed, setFailed] = useState(false);
  if (!passkeys || failed) return null;
  return (
    <Section title="Passkeys">
      <OwnPasskeys onFailed={() => setFailed(true)} meanwhile={<Coming label="Passkeys are loading" />} />
    </Section>
  );
}

const phone = (digits: string | null) => (digits === null ? '–' : formatPhone(digits));

function companyWords({ company, claimedCompany }: User): string {
  if (claimedCompany) return `${claimedCompany.name} (not confirmed)`;
  return company?.name ?? 'None';
}

/** What a reader should know first: the account is deactivated, its company is not confirmed, or something is under way. */
function AccountState({ account }: { readonly account: User }) {
  const { active, claimedCompany, waitsForProvider } = account;
  if (active && claimedCompany === null && !waitsForProvider) return null;
  return (
    <Stack sx={{ gap: 1 }}>
      {active ? null : <Alert severity="warning">This account is deactivated: the person cannot sign in.</Alert>}
      {claimedCompany ? (
        <Alert severity="info">
          The company was named at registration and is not confirmed yet: until then, only own referrals are shown.
        </Alert>
      ) : null}
      {waitsForProvider ? <Alert severity="info">A change is on its way to the identity provider.</Alert> : null}
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

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: string, action?: ReactNode])[];
}

function Facts({ facts }: FactsProps) {
  const columns = 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))';
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: columns }}>
      {facts.map(([label, value, action]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value} {action}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

interface EditButtonProps {
  readonly act: AccountAct;
  readonly onEdit: (act: AccountAct) => void;
}

const EditButton = ({ act, onEdit }: EditButtonProps) => (
  <Button
    size="small"
    aria-label={ACT_LABELS[act]}
    onClick={() => onEdit(act)}
    onPointerEnter={ActDialog.preload}
    onFocus={ActDialog.preload}
    sx={{ minWidth: 0, px: 1 }}
  >
    <Pencil size={16} aria-hidden />
  </Button>
);

function Acts({ acts, onAct }: { readonly acts: readonly AccountAct[]; readonly onAct: (act: AccountAct) => void }) {
  if (acts.length === 0) return null;
  return (
    <Section title="Sign-in">
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {acts.map((act) => (
          <Button
            key={act}
            variant="outlined"
            color={act === 'deactivate' ? 'error' : 'primary'}
            onClick={() => onAct(act)}
            onPointerEnter={ActDialog.preload}
            onFocus={ActDialog.preload}
          >
            {ACT_LABELS[act]}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}
