import type { RecertificationDetail } from '@throughline/contracts';
import {
  dayInWords,
  mayWorkTasks,
  NOTHING_ORDERED,
  RECERTIFIED_ITEM_ID,
  recertifiedItem,
  steppersOf,
  type TaskFacts,
} from '@throughline/domain';
import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ApiError, blockingError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { userAtom } from '../../../session/session.js';
import { NotLive } from '../../../ui/not-live.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Page } from '../../../ui/page.js';
import { formatPhone } from '../../../ui/phone.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { Stepper } from '../../../ui/stepper.js';
import { When } from '../../../ui/when.js';
import { AlsoLooking } from '../task/lookers.js';
import { OutcomeList } from '../task/recorded-outcomes.js';
import { caseIdOf } from '../task/task-case.js';
import { type Fact, FactList, NoSuchTask, TaskSection } from '../task/task-sections.js';
import { TaskLayout } from './task-layout.js';

const UnstopItems = onDemand(async () => (await import('./stopped-items.js')).UnstopItems);

/** /task/{taskId} of a recertification: the member, the physician, what to do now and what was done. Its id alone opens the task that it is in. */
export function RecertificationTask({ taskId }: { readonly taskId: string }) {
  const reading = useRecertification(caseIdOf(taskId));
  const latest = reading.data?.tasks.at(-1);
  if (latest && taskId === reading.data?.recertificationId) return <Navigate to={`/task/${latest.taskId}`} replace />;
  const task = reading.data?.tasks.find((one) => one.taskId === taskId);
  const isUnknown = reading.data
    ? task === undefined
    : reading.error instanceof ApiError && [400, 404].includes(reading.error.status);
  if (isUnknown) return <NoSuchTask />;
  return (
    <Page
      title={task?.task ?? 'Task'}
      about={reading.data ? <About recertification={reading.data} taskId={taskId} /> : null}
      loading={reading.isPending}
      error={blockingError(reading)}
      banner={<NotLive refusal={reading.refusal} onRetry={() => void reading.refetch()} />}
      errorTitle="Failed to load the task"
      onRetry={() => void reading.refetch()}
    >
      {reading.data && task ? (
        <TaskBody recertification={reading.data} task={task} onSettled={() => void reading.refetch()} />
      ) : null}
    </Page>
  );
}

/** Read again at each change of one of its tasks in the queue. */
function useRecertification(id: string) {
  const reading = useQuery({
    queryKey: ['recertification', id],
    queryFn: ({ signal }) => call('GET /recertifications/{id}', { params: { id } }, { signal }),
  });
  const { refetch } = reading;
  const { changes, refusal } = useLiveTopic({ name: 'task-queue' }, reading);
  const latest = changes.findLast(({ key }) => key.startsWith(`${id}-`))?.position;
  useEffect(() => {
    if (latest !== undefined) void refetch();
  }, [latest, refetch]);
  return { ...reading, refusal };
}

function About({
  recertification: { itemCategory, member, renews },
  taskId,
}: {
  readonly recertification: RecertificationDetail;
  readonly taskId: string;
}) {
  return (
    <>
      {recertifiedItem(itemCategory)} for {member.firstName} {member.lastName}, {member.state}
      {renews === null ? null : (
        <>
          {' '}
          · renews referral <ReferralId id={renews} to={`/referral/${renews}`} />
        </>
      )}
      <AlsoLooking taskId={taskId} />
    </>
  );
}

interface TaskBodyProps {
  readonly recertification: RecertificationDetail;
  readonly task: TaskFacts & { readonly department: string };
  readonly onSettled: () => void;
}

function TaskBody({ recertification, task, onSettled }: TaskBodyProps) {
  const user = useAtomValue(userAtom);
  const { recertificationId, itemCategory, tasks, outcomes, openedAt } = recertification;
  const items = [{ id: RECERTIFIED_ITEM_ID, item: recertifiedItem(itemCategory), qty: 1 }];
  return (
    <TaskLayout
      caseId={recertificationId}
      task={task}
      items={items}
      order={NOTHING_ORDERED}
      tasks={tasks}
      continuation={{
        label: 'Is now in',
        tasks: task.completedAt === null ? [] : tasks.filter(({ completedAt }) => completedAt === null),
      }}
      end={
        <Ended
          recertification={recertification}
          mayWork={user !== null && mayWorkTasks(user)}
          items={items}
          onSettled={onSettled}
        />
      }
      stepper={<Progress task={task} />}
      recorded={<OutcomeList outcomes={outcomes} userId={user?.id ?? ''} onSettled={onSettled} />}
      aside={
        <TaskSection title="About it">
          <FactList
            facts={[
              ['Opened', <When at={openedAt} />],
              ['ID', <ReferralId id={recertificationId} copyable={false} />],
            ]}
          />
        </TaskSection>
      }
      onSettled={onSettled}
    >
      <TaskSection title="Member and physician">
        <FactList facts={factsOf(recertification)} />
      </TaskSection>
    </TaskLayout>
  );
}

function Progress({ task: { taskId, task } }: Pick<TaskBodyProps, 'task'>) {
  const currentTask = { id: taskId, name: task, department: null, completedDate: null };
  const [stepper] = steppersOf([{ id: RECERTIFIED_ITEM_ID, currentTask }]);
  return stepper ? <Stepper label={`Progress of ${task}`} steps={stepper.steps} note={stepper.label} /> : null;
}

interface EndedProps {
  readonly recertification: RecertificationDetail;
  readonly mayWork: boolean;
  readonly items: Parameters<typeof UnstopItems>[0]['items'];
  readonly onSettled: () => void;
}

/** How it ended. What was stopped can be taken up again. */
function Ended({ recertification, mayWork, items, onSettled }: EndedProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { status, stoppedReason, recertificationId } = recertification;
  if (status === 'open') return null;
  if (status === 'certified') return <Alert severity="success">The supply has been certified again.</Alert>;
  return (
    <>
      <Alert
        severity="warning"
        action={
          mayWork ? (
            <Button color="inherit" onClick={() => setAsking(true)}>
              Take up again…
            </Button>
          ) : null
        }
      >
        Stopped: {stoppedReason}
      </Alert>
      {asking ? (
        <UnstopItems
          referralId={recertificationId}
          items={items}
          onSettled={onSettled}
          onClose={close}
          onFailed={close}
        />
      ) : null}
    </>
  );
}

const factsOf = ({ member, physician, certifiedUntil, note }: RecertificationDetail): readonly Fact[] => [
  ['Name', `${member.firstName} ${member.lastName}`],
  ['Date of birth', dayInWords(member.DOB)],
  ['Phone', formatPhone(member.phone)],
  ['State', member.state],
  ['Medicaid ID', member.medicaidId],
  ['Certified until', certifiedUntil && dayInWords(certifiedUntil)],
  ['Physician', [physician.firstName, physician.lastName].filter(Boolean).join(' ')],
  ['Physician phone', physician.phone && formatPhone(physician.phone)],
  ['Physician fax', physician.fax && formatPhone(physician.fax)],
  ['Note', note],
];
