import { itemsOf, type ReferralDetail } from '@throughline/contracts';
import { dayInWords, isRecertificationId, mayWorkTasks, steppersOf } from '@throughline/domain';
import { Button, Stack } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError, blockingError } from '../../../api/api-error.js';
import { userAtom } from '../../../session/session.js';
import { NotLive } from '../../../ui/not-live.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Page } from '../../../ui/page.js';
import { formatPhone } from '../../../ui/fields/phone.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { Stepper } from '../../../ui/stepper.js';
import { AlsoLooking } from './task-viewers.js';
import {
  type Fact,
  FactList,
  NoSuchTask,
  type TaskPageProps,
  TaskItems,
  TaskSection,
  TaskSections,
} from './task-sections.js';
import { RecordedOutcomes } from './recorded-outcomes.js';
import { TaskLayout } from './task-layout.js';
import { type TaskCase, taskCase, useReferralOfTask } from './task-case.js';

const UnstopItems = onDemand(async () => (await import('./stopped-items.js')).UnstopItems);
const RecertificationTask = onDemand(
  async () => (await import('../recertification/recertification-task.js')).RecertificationTask,
);
const CancelItems = onDemand(async () => (await import('./stopped-items.js')).CancelItems);

/** The page /task/{taskId}. */
export function TaskPage({ sections, warning }: TaskPageProps) {
  const { taskId = '' } = useParams();
  const navigate = useNavigate();
  if (!isRecertificationId(taskId)) return <ReferralTask taskId={taskId} sections={sections} warning={warning} />;
  return (
    <RecertificationTask
      taskId={taskId}
      sections={sections}
      fallback={<Page title="Task" loading />}
      onFailed={() => void navigate('/queue')}
    />
  );
}

/** A task, its items and member, and the earlier tasks of the referral. */
function ReferralTask({ taskId, sections, warning }: TaskPageProps & { readonly taskId: string }) {
  const reading = useReferralOfTask(taskId);
  const found = reading.data ? taskCase(reading.data, taskId) : null;
  const isUnknown = reading.data
    ? found === null
    : reading.error instanceof ApiError && [400, 404].includes(reading.error.status);
  if (isUnknown) return <NoSuchTask />;
  return (
    <Page
      title={found?.task.task ?? 'Task'}
      about={reading.data ? <About referral={reading.data} taskId={taskId} /> : null}
      loading={reading.isPending}
      error={blockingError(reading)}
      banner={<NotLive refusal={reading.refusal} onRetry={() => void reading.refetch()} />}
      errorTitle="Failed to load the task"
      onRetry={() => void reading.refetch()}
    >
      {reading.data && found ? (
        <>
          {warning(reading.data.referralId)}
          <TaskBody
            referral={reading.data}
            found={found}
            onSettled={() => void reading.refetch()}
            sections={sections(reading.data, found.task)}
          />
        </>
      ) : null}
    </Page>
  );
}

function About({
  referral: { referralId, memberInfo },
  taskId,
}: {
  readonly referral: ReferralDetail;
  readonly taskId: string;
}) {
  const { firstName, lastName, state } = memberInfo;
  return (
    <>
      for {firstName} {lastName}, {state} · Referral <ReferralId id={referralId} to={`/referral/${referralId}`} />
      <AlsoLooking taskId={taskId} />
    </>
  );
}

interface TaskBodyProps {
  readonly referral: ReferralDetail;
  readonly found: TaskCase;
  readonly onSettled: () => void;
  readonly sections: Readonly<Record<string, ReactNode>>;
}

function TaskBody(props: TaskBodyProps) {
  const { referral, onSettled, sections } = props;
  const { task, items, stopped, continuedIn } = props.found;
  const user = useAtomValue(userAtom);
  const mayWork = user !== null && mayWorkTasks(user);
  const [openDialog, setOpenDialog] = useState<'unstop' | 'cancel' | null>(null);
  const close = () => setOpenDialog(null);
  const StoppedItemsDialog = openDialog === 'unstop' ? UnstopItems : CancelItems;
  const { referralId, insuranceInfo, tracking } = referral;
  const stepper = steppersOf(items)[0];
  return (
    <TaskLayout
      caseId={referralId}
      task={task}
      items={items}
      order={{ insuranceType: insuranceInfo.insuranceType, items }}
      tasks={referral.tasks}
      continuation={{ label: 'Items are now in', tasks: continuedIn }}
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
      recorded={<RecordedOutcomes key={referralId} referral={referral} userId={user?.id ?? ''} onSettled={onSettled} />}
      onSettled={onSettled}
    >
      <TaskSection title={task.completedAt === null ? 'Items' : 'Items that were in it'}>
        <TaskItems items={items} tracking={tracking} />
      </TaskSection>
      {stopped.length > 0 ? (
        <TaskSection
          title="Stopped items of this referral"
          action={
            mayWork ? (
              <Stack direction="row">
                <Button onClick={() => setOpenDialog('unstop')}>Take up again…</Button>
                <Button color="error" onClick={() => setOpenDialog('cancel')}>
                  Cancel items…
                </Button>
              </Stack>
            ) : null
          }
        >
          <TaskItems items={stopped} tracking={tracking} />
        </TaskSection>
      ) : null}
      <TaskSections sections={sections} />
      <TaskSection title="Member and physician">
        <FactList facts={factsOf(referral)} />
      </TaskSection>
      {openDialog ? (
        <StoppedItemsDialog
          referralId={referralId}
          items={itemsOf(referral)}
          onSettled={onSettled}
          onClose={close}
          onFailed={close}
        />
      ) : null}
    </TaskLayout>
  );
}

const factsOf = ({ memberInfo, insuranceInfo, physicianInfo }: ReferralDetail): readonly Fact[] => [
  ['Name', `${memberInfo.firstName} ${memberInfo.lastName}`],
  ['Date of birth', dayInWords(memberInfo.DOB)],
  ['Phone', memberInfo.phone && formatPhone(memberInfo.phone)],
  ['Alternate phone', memberInfo.ACPhone && formatPhone(memberInfo.ACPhone)],
  ['Language', memberInfo.preferredLang],
  [
    'Address',
    `${[memberInfo.address1, memberInfo.address2].filter(Boolean).join(', ')}, ${memberInfo.city}, ${memberInfo.state} ${memberInfo.zip}`,
  ],
  ['Medicaid ID', insuranceInfo.medicaidId],
  ['Physician', [physicianInfo.firstName, physicianInfo.lastName].filter(Boolean).join(' ')],
  ['Physician phone', physicianInfo.phone && formatPhone(physicianInfo.phone)],
  ['Physician fax', physicianInfo.fax && formatPhone(physicianInfo.fax)],
];
