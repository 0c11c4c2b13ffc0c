import { itemsOf, type ReferralDetail, type User } from '@throughline/contracts';
import { fullName, mayAudit, maySeeQueue, mayWorkTasks, pathTo, RECERTIFIED_CATEGORIES } from '@throughline/domain';
import { Box, Button, Stack } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router-dom';
import { sessionAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/page/loading.js';
import { MemberFacts, OTHERS_PLACE } from '../../../case/member-facts.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { WhenNear } from '../../../ui/page/when-near.js';
import { useAddressedReferral, useUrlState } from '../../../ui/tables/url-state.js';
import { AsOfButton } from '../../../past/as-of-button.js';
import { usePast, useSameMoment, useViewer } from '../../../past/past.js';
import { DetailFacts, DetailTabs, tabOf } from './detail-tabs.js';
import { LimitedDetail } from './limited-detail.js';
import { ReferralPage } from './referral-page.js';
import { StatusTab } from './status-tab.js';
import { isUnknown, useLiveReferral } from './use-live-referral.js';
import { LastNotesPlace } from '../notes/last-notes-place.js';
import { useNotes } from '../notes/use-notes.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { InEnglish, textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

/** /referral/{id}: the whole referral for a person who may see it, and only its progress for others. */
export function ReferralDetailPage({ stopped }: Pick<FullDetailProps, 'stopped'>) {
  const t = useTexts();
  const id = useAddressedReferral();
  const session = useAtomValue(sessionAtom);
  const viewer = useViewer();
  switch (session.status) {
    case 'initial':
      return <Page title={t('coming', { id })} loading />;
    case 'loggedIn':
      return <FullDetail key={id} referralId={id} user={viewer ?? session.user} stopped={stopped} />;
    case 'loggedOut':
      return <LimitedDetail key={id} referralId={id} signedIn={false} />;
  }
}

const SameOrders = onDemand(async () => (await import('./same-orders.js')).SameOrders);
const OtherReferrals = onDemand(async () => (await import('./same-orders.js')).OtherReferrals);
const ReferralsOfMember = onDemand(async () => (await import('./referrals-of-member.js')).ReferralsOfMember);
const NotReceived = onDemand(async () => (await import('../submission/unattached-files.js')).NotReceived);
const InformationTab = onDemand(async () => (await import('./information-tab.js')).InformationTab);
const FilesPanel = onDemand(async () => (await import('../files/files-panel.js')).FilesPanel);
const NotesTab = onDemand(async () => (await import('../notes/notes-tab.js')).NotesTab);

const DEFAULTS = { tab: 'status' };

interface StoppedParts {
  readonly Actions: ComponentType<{ readonly onChoose: (end: 'unstop' | 'cancel') => void }>;
  readonly Dialog: ComponentType<{
    readonly end: 'unstop' | 'cancel';
    readonly referral: ReferralDetail;
    readonly onSettled: () => void;
    readonly onClose: () => void;
  }>;
}

interface FullDetailProps {
  readonly referralId: string;
  readonly user: User;
  /** What ends the stop of items, which is of another feature. */
  readonly stopped: StoppedParts;
}

export function FullDetail({ referralId, user, stopped }: FullDetailProps) {
  const t = useTexts();
  const words = useWords();
  const past = usePast();
  const atSameMoment = useSameMoment();
  const reading = useLiveReferral(referralId);
  const { data: referral, error } = reading;
  const notes = useNotes(referralId);
  const [{ tab }, setUrl] = useUrlState(DEFAULTS);
  const [ending, setEnding] = useState<'unstop' | 'cancel' | null>(null);
  if (isUnknown(error)) return <LimitedDetail referralId={referralId} signedIn />;
  const internal = maySeeQueue(user);
  const shown = tabOf(tab);
  const missing = referral ? notReceived(referral) : [];
  const close = () => setUrl({ tab: DEFAULTS.tab });
  return (
    <ReferralPage
      referralId={referralId}
      reading={reading}
      member={
        referral && {
          name: fullName(referral.memberInfo),
          facts: (
            <MemberFacts
              member={referral.memberInfo}
              insurance={referral.insuranceInfo}
              medicaidId={referral.insuranceInfo.medicaidId}
              referral={{ id: referralId }}
              {...(!past && {
                others: (lines) => <OtherReferrals referralId={referralId} search="" lines={lines} fallback={lines} />,
              })}
            />
          ),
        }
      }
      action={
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {mayWorkTasks(user) && referral && isRecertifiable(referral) ? (
            <Button component={Link} to={`/queue?newTask=${referralId}`} variant="outlined">
              {t('recertify')}
            </Button>
          ) : null}
          {mayAudit(user) ? (
            <Button component={Link} to={atSameMoment(pathTo.audit(referralId))} variant="outlined">
              {t('auditHistory')}
            </Button>
          ) : null}
          <AsOfButton />
        </Stack>
      }
    >
      {referral ? (
        <>
          {internal && !past ? <SameOrders referralId={referralId} member={referral.memberInfo} /> : null}
          {missing.length > 0 ? <NotReceived referralId={referralId} names={missing} /> : null}
          <DetailFacts
            facts={[
              [t('date'), { at: referral.referralDateTime }],
              [
                t('referredBy'),
                [fullName(referral.referralInfo) || referral.referralInfo.email, referral.company]
                  .filter(Boolean)
                  .join(', '),
              ],
              [t('source'), words(referral.referralInfo.referralSource)],
            ]}
            last={[
              t('lastNotes'),
              <LastNotesPlace
                referralId={referralId}
                user={user}
                to={atSameMoment('?tab=notes')}
                label={t('lastNotes')}
              />,
            ]}
          />
          <DetailTabs
            shown={shown}
            fileCount={referral.files.filter(({ check }) => check !== 'refused').length}
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
            {shown === 'status' ? (
              <>
                <StatusTab
                  referral={referral}
                  internal={internal}
                  stoppedActions={mayWorkTasks(user) ? <stopped.Actions onChoose={setEnding} /> : null}
                />
                {past ? null : (
                  <WhenNear id={OTHERS_PLACE}>
                    <Box sx={{ mt: 3 }}>
                      <ReferralsOfMember referralId={referralId} member={referral.memberInfo} isWarned={internal} />
                    </Box>
                  </WhenNear>
                )}
              </>
            ) : null}
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
          {ending ? (
            <InEnglish>
              <stopped.Dialog
                end={ending}
                referral={referral}
                onSettled={() => void reading.refetch()}
                onClose={() => setEnding(null)}
              />
            </InEnglish>
          ) : null}
        </>
      ) : null}
    </ReferralPage>
  );
}

/** The names of files that the order announced and that were never uploaded. */
const notReceived = ({ attachments = [], files }: ReferralDetail): readonly string[] =>
  attachments.filter((name) => files.every(({ fileName }) => fileName.toLowerCase() !== name.toLowerCase()));

const RECERTIFIABLE: readonly string[] = RECERTIFIED_CATEGORIES;

/** Whether an item was delivered that a physician must certify again later. */
const isRecertifiable = (referral: ReferralDetail): boolean =>
  itemsOf(referral).some(
    ({ currentTask, itemCategory }) => currentTask?.name === 'Delivered' && RECERTIFIABLE.includes(itemCategory),
  );
