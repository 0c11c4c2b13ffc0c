import { type AdminArea, mayManageSomeAccounts } from '@throughline/domain';
import { Box, Tab, Tabs } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CreateUserButton, UserList } from '../features/account/list/user-list.js';
import { MUST_BE_COMPANY_ADMIN, RequireRole } from './router/require-role.js';
import { userAtom } from '../session/session.js';
import { Loading } from '../ui/page/loading.js';
import { ErrorState } from '../ui/page/error-state.js';
import { onDemand } from '../ui/page/on-demand.js';
import { Page } from '../ui/page/page.js';

const ServiceWarnings = onDemand(async () => (await import('../features/failure/service-warnings.js')).ServiceWarnings);

/** Loaded when its tab is opened. */
type Panel = ComponentType<{ readonly onFailed: () => void; readonly fallback: ReactNode }>;

interface AdminTab {
  /** The value in the address. */
  readonly value: string;
  readonly label: string;
  readonly Panel: Panel;
  /** The button beside the title of the page. */
  readonly Action?: ComponentType;
}

const USERS: AdminTab = { value: 'users', label: 'Users', Panel: UserList, Action: CreateUserButton };

/** By their labels, in their order. A noun of the domain's table of administration that has no tab here does not compile. */
const PANELS = {
  Companies: onDemand(async () => (await import('../features/account/list/company-list.js')).CompanyList),
  'Note templates': onDemand(
    async () => (await import('../features/note-template/note-template-list.js')).NoteTemplateList,
  ),
  'Eligible members': onDemand(
    async () => (await import('../features/eligibility/eligible-members.js')).EligibleMembers,
  ),
  'Failed jobs': onDemand(async () => (await import('../features/failure/failure-list.js')).FailureList),
  Catalogue: onDemand(async () => (await import('../features/catalogue/catalogue-panel.js')).CataloguePanel),
  Carriers: onDemand(async () => (await import('../features/carrier/carrier-list.js')).CarrierList),
  Groups: onDemand(async () => (await import('../features/ordering-group/ordering-group-list.js')).OrderingGroupList),
  Banners: onDemand(async () => (await import('../features/banner/switch-banners.js')).SwitchBanners),
} as const satisfies Readonly<Record<AdminArea | 'Companies', Panel>>;

/** All but the first are for admins alone; the API asks the same. */
const TABS: readonly AdminTab[] = [
  USERS,
  ...Object.entries(PANELS).map(([label, Panel]) => ({
    value: label.toLowerCase().replaceAll(' ', '-'),
    label,
    Panel,
  })),
];

/** /admin: everything that admins manage; a company's site administrator sees only the people of their own company. */
export function Component() {
  return (
    <RequireRole
      title="Admin"
      may={mayManageSomeAccounts}
      denial={MUST_BE_COMPANY_ADMIN}
      denialOfOthers={MUST_BE_COMPANY_ADMIN}
    >
      <AdminPage />
    </RequireRole>
  );
}

function AdminPage() {
  const me = useAtomValue(userAtom);
  const [parameters, setParameters] = useSearchParams();
  if (!me?.admin) {
    return (
      <Page
        title="My company"
        about={`The people of ${me?.company?.name ?? 'your company'}.`}
        action={<CreateUserButton />}
      >
        <UserList />
      </Page>
    );
  }
  const tab = TABS.find(({ value }) => value === parameters.get('tab')) ?? USERS;
  return (
    <Page
      title="Admin"
      about="Who may use the portal, as what, and what it offers."
      action={tab.Action && <tab.Action />}
      banner={<ServiceWarnings />}
    >
      <Tabs
        value={tab.value}
        onChange={(_, value: string) => setParameters(value === USERS.value ? {} : { tab: value })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Administration"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {TABS.map(({ value, label }) => (
          <Tab key={value} value={value} label={label} id={`admin-tab-${value}`} aria-controls="admin-panel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="admin-panel" aria-labelledby={`admin-tab-${tab.value}`}>
        <TabPanel key={tab.value} tab={tab} />
      </Box>
    </Page>
  );
}

function TabPanel({ tab: { label, Panel } }: { readonly tab: AdminTab }) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return <ErrorState title={`${label} could not be loaded`} error={null} onRetry={() => setFailed(false)} />;
  return <Panel onFailed={() => setFailed(true)} fallback={<Loading label={`Loading: ${label}`} />} />;
}
