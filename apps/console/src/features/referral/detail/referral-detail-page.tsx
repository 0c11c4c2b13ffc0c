import { itemsOf, type ReferralDetail, type User } from '@throughline/contracts';
import { mayAudit, maySeeQueue, mayWorkTasks, RECERTIFIED_CATEGORIES } from '@throughline/domain';
import { Button, Stack } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { sessionAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/loading.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Page } from '../../../ui/page.js';
import { useAddressedReferral, useUrlState } from '../../../ui/tables/url-state.js';
import { DetailFacts, DetailTabs, tabOf } from './detail-tabs.js';
import { LimitedDetail } from './limited-detail.js';
import { ReferralPage } from './referral-page.js';
import { StatusTab } from './status-tab.js';
import { isUnknown, useLiveReferral } from './use-live-referral.js';
import { useDismissedFiles } from '../files/dismissed-files.js';
import { useNotes } from '../notes/use-notes.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

/** /referral/{id}: the whole referral for a person who may see it, and only its progress for others. */
export function ReferralDetailPage() {
  const t = useTexts();
  const id = useAddressedReferral();
  const session = useAtomValue(sessionAtom);
  switch (session.status) {
    case 'initial':
      return <Page title={t('coming', { id })} loading />;
    case 'loggedIn':
      return <FullDetail key={id} referralId={id} user={session.user} />;
    case 'loggedOut':
      return <LimitedDetail key={id} referralId={id} signedIn={false} />;
  }
}

const SameOrders = onDemand(async () => (await import('./same-orders.js')).SameOrders);
const InformationTab = onDemand(async () => (await import('./information-tab.js')).InformationTab);
const FilesPanel = onDemand(async () => (await import('../files/files-panel.js')).FilesPanel);
const NotesTab = onDemand(async () => (await import('../notes/notes-tab.js')).NotesTab);

const DEFAULTS = { tab: 'status' };

interface FullDetailProps {
  readonly referralId: string;
  readonly user: User;
}

export function FullDetail({ referralId, user }: FullDetailProps) {
  const t = useTexts();
  const words = useWords();
  const reading = useLiveReferral(referralId);
  const { data: referral, error } = reading;
  const notes = useNotes(referralId);
  const { isDismissed } = useDismissedFiles(referralId, user.id);
  const [{ tab }, setUrl] = useUrlState(DEFAULTS);
  if (isUnknown(error)) return <LimitedDetail referralId={referralId} signedIn />;
  const internal = maySeeQueue(user);
  const shown = tabOf(tab);
  const close = () => setUrl({ tab: DEFAULTS.tab });
  return (
    <ReferralPage
      referralId={referralId}
      reading={reading}
      action={
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {mayWorkTasks(user) && referral && isRecertifiable(referral) ? (
            <Button component={Link} to={`/queue?newTask=${referralId}`} variant="outlined">
              {t('recertify')}
            </Button>
          ) : null}
          {mayAudit(user) ? (
            <Button component={Link} to={`/audit/${referralId}`} variant="outlined">
              {t('auditHistory')}
            </Button>
          ) : null}
        </Stack>
      }
    >
      {referral ? (
        <>
          {internal ? <SameOrders referralId={referralId} /> : null}
          <DetailFacts
            facts={[
              [t('date'), { at: referral.referralDateTime }],
              [t('referredBy'), referral.referralInfo.email],
              [t('company'), referral.company ?? '–'],
              [t('source'), words(referral.referralInfo.referralSource)],
            ]}
          />
          <DetailTabs
            shown={shown}
            fileCount={referral.files.filter((file) => !isDismissed(file)).length}
            notes={
              notes.data && {
                count: notes.data.notes.length,
                unread: notes.unread,
              }
            }
            onShow={(next) => setUrl({ tab: next })}
            onApproach={() => {
              InformationTab.preload();
              FilesPanel.preload();
              NotesTab.preload();
            }}
          >
            {shown === 'status' ? <StatusTab referral={referral} internal={internal} /> : null}
            {shown === 'information' ? (
              <InformationTab
                referral={referral}
                internal={internal}
                mayCorrect={mayWorkTasks(user)}
                fallback={<Loading />}
                onFailed={close}
              />
            ) : null}
            {shown === 'notes' ? (
              <NotesTab referralId={referralId} user={user} notes={notes} fallback={<Loading />} onFailed={close} />
            ) : null}
            {shown === 'files' ? (
              <FilesPanel
                referralId={referralId}
                files={referral.files}
                user={user}
                fallback={<Loading />}
                onFailed={close}
              />
            ) : null}
          </DetailTabs>
        </>
      ) : null}
    </ReferralPage>
  );
}

const RECERTIFIABLE: readonly string[] = RECERTIFIED_CATEGORIES;

/** Whether an item was delivered that a physician must certify again later. */
const isRecertifiable = (referral: ReferralDetail): boolean =>
  itemsOf(referral).some(
    ({ currentTask, itemCategory }) => currentTask?.name === 'Delivered' && RECERTIFIABLE.includes(itemCategory),
  );
