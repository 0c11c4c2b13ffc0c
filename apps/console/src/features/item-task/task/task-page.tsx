import { itemsOf, type ReferralDetail } from '@throughline/contracts';
import { fullName, isRecertificationId, mayWorkTasks, phoneInWords, steppersOf } from '@throughline/domain';
import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError, blockingError } from '../../../api/api-error.js';
import { AsOfButton } from '../../../past/as-of-button.js';
import { usePast, useViewer } from '../../../past/past.js';
import { NotLive } from '../../../ui/page/not-live.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { Stepper } from '../../../ui/steps/stepper.js';
import { AlsoLooking } from './task-viewers.js';
import {
  type Fact,
  FactList,
  NoSuchTask,
  type SectionsOfTask,
  type TaskPageProps,
  TaskSection,
} from './task-sections.js';
import { TaskItems } from './task-items.js';
import { RecordedOutcomes, useRecordedOutcomes } from './outcome/recorded-outcomes.js';
import type { EndOfStop } from './acts/stopped-actions.js';
import { MemberOfReferral, TaskHeading } from './task-member.js';
import { TaskLayout } from './task-layout.js';
import { useWalkKeys } from './walk/use-next-task.js';
import { NoteFromTask, type TaskCase, taskCase, useReferralOfTask } from './task-case.js';

const StoppedActions = onDemand(async () => (await import('./acts/stopped-actions.js')).StoppedActions);
const StoppedDialog = onDemand(async () => (await import('./acts/stopped-actions.js')).StoppedDialog);
const RecertificationTask = onDemand(
  async () => (await import('../recertification/recertification-task.js')).RecertificationTask,
);

/** The page /task/{taskId}. */
export function TaskPage({ sections, ofMember, noteDialog }: TaskPageProps) {
  const { taskId = '' } = useParams();
  const navigate = useNavigate();
  useWalkKeys();
  return (
    <NoteFromTask value={noteDialog}>
      {isRecertificationId(taskId) ? (
        <RecertificationTask
          taskId={taskId}
          sections={sections}
          fallback={<Page title="Task" loading />}
          onFailed={() => void navigate('/queue')}
        />
      ) : (
        <ReferralTask taskId={taskId} sections={sections} ofMember={ofMember} />
      )}
    </NoteFromTask>
  );
}

/** A task, its items and member, and the earlier tasks of the referral. */
function ReferralTask({ taskId, sections, ofMember }: Omit<TaskPageProps, 'noteDialog'> & { readonly taskId: string }) {
  const reading = useReferralOfTask(taskId);
  const past = usePast();
  const found = reading.data ? taskCase(reading.data, taskId) : null;
  const isUnknown = reading.data
    ? found === null
    : reading.error instanceof ApiError && [400, 404].includes(reading.error.status);
  if (isUnknown) return <NoSuchTask />;
  const settle = async () => {
    const { data } = await reading.refetch();
    const { tellOtherTabs } = await import('./acts/acts-of-other-tabs.js');
    tellOtherTabs(data?.tasks ?? [], taskId);
  };
  const member = reading.data && !past ? ofMember(reading.data) : undefined;
  return (
    <Page
      title={found?.task.task ?? 'Task'}
      heading={reading.data && found ? <TaskHeading member={reading.data.memberInfo} task={found.task.task} /> : null}
      facts={
        reading.data && found ? (
          <MemberOfReferral referral={reading.data} task={found.task.task} others={member?.othersCount} />
        ) : null
      }
      about={<AlsoLooking taskId={taskId} />}
      action={<AsOfButton />}
      loading={reading.isPending}
      error={blockingError(reading)}
      banner={<NotLive refusal={reading.refusal} onRetry={() => void reading.refetch()} />}
      errorTitle="Failed to load the task"
      onRetry={() => void reading.refetch()}
    >
      {reading.data && found ? (
        <>
          {member?.warning}
          <TaskBody
            referral={reading.data}
            found={found}
            onSettled={() => void settle()}
            sections={sections(reading.data, found.task)}
            others={member?.others}
          />
        </>
      ) : null}
    </Page>
  );
}

interface TaskBodyProps {
  readonly referral: ReferralDetail;
  readonly found: TaskCase;
  readonly onSettled: () => void;
  readonly sections: SectionsOfTask;
  /** The member's other referrals. */
  readonly others: ReactNode;
}

function TaskBody(props: TaskBodyProps) {
  const { referral, onSettled, sections, others } = props;
  const { task, items, stopped, continuedIn } = props.found;
  const user = useViewer();
  const mayWork = user !== null && mayWorkTasks(user);
  const [ending, setEnding] = useState<EndOfStop | null>(null);
  const { referralId, insuranceInfo, tracking } = referral;
  const outcomes = useRecordedOutcomes(referral);
  const stepper = steppersOf(items, referral.tasks)[0];
  return (
    <TaskLayout
      caseId={referralId}
      task={task}
      member={referral.memberInfo}
      items={items}
      order={{ insuranceType: insuranceInfo.insuranceType, items }}
      tasks={referral.tasks}
      continuation={{ label: 'Items are now in', tasks: continuedIn }}
      stops={itemsOf(referral).flatMap(({ stoppedReason }) => stoppedReason ?? [])}
      stepper={
        stepper ? (
          <Stepper
            label={`Progress of ${task.task}`}
            steps={stepper.steps}
            note={stepper.label}
            stopped={stepper.stopped}
          />
        ) : null
      }
      outcomes={outcomes.data ?? []}
      recorded={<RecordedOutcomes key={referralId} reading={outcomes} userId={user?.id ?? ''} onSettled={onSettled} />}
      notes={sections.notes}
      aside={others}
      onSettled={onSettled}
    >
      <TaskSection title={task.completedAt === null ? 'Items' : 'Items that were in it'}>
        <TaskItems items={items} tracking={tracking} />
      </TaskSection>
      {stopped.length > 0 ? (
        <TaskSection
          title="Stopped items of this referral"
          action={mayWork ? <StoppedActions onChoose={setEnding} fallback={<Box sx={{ height: 37 }} />} /> : null}
        >
          <TaskItems items={stopped} tracking={tracking} />
        </TaskSection>
      ) : null}
      <TaskSection title="Files">{sections.files}</TaskSection>
      <TaskSection title="Address and physician">
        <FactList facts={factsOf(referral)} />
      </TaskSection>
      {ending ? (
        <StoppedDialog end={ending} referral={referral} onSettled={onSettled} onClose={() => setEnding(null)} />
      ) : null}
    </TaskLayout>
  );
}

/** What the header does not have. */
const factsOf = ({ memberInfo, physicianInfo }: ReferralDetail): readonly Fact[] => [
  [
    'Address',
    `${[memberInfo.address1, memberInfo.address2].filter(Boolean).join(', ')}, ${memberInfo.city}, ${memberInfo.state} ${memberInfo.zip}`,
  ],
  ['Physician', fullName(physicianInfo)],
  ['Physician phone', phoneInWords(physicianInfo.phone)],
  ['Physician fax', phoneInWords(physicianInfo.fax)],
];
