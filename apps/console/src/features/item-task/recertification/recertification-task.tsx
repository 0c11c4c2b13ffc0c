import type { RecertificationDetail } from '@throughline/contracts';
import {
  mayWorkTasks,
  NOTHING_ORDERED,
  pathTo,
  recertificationSections,
  RECERTIFIED_ITEM_ID,
  recertifiedItem,
  steppersOf,
} from '@throughline/domain';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ApiError, blockingError } from '../../../api/api-error.js';
import { queryClient } from '../../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { CorrectedMark } from '../../../correction/corrected-mark.js';
import { useCorrections } from '../../../correction/use-corrections.js';
import { AsOfButton } from '../../../past/as-of-button.js';
import { useSameMoment, useViewer } from '../../../past/past.js';
import { NotLive } from '../../../ui/page/not-live.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { Stepper } from '../../../ui/steps/stepper.js';
import { When } from '../../../ui/words/when.js';
import { AlsoLooking } from '../task/task-viewers.js';
import type { WorkedItem } from '../task/acts/available-actions.js';
import { OutcomeList } from '../task/outcome/recorded-outcomes.js';
import { workStateOfSupply } from '../../../meanwhile/work-state.js';
import { caseIdOf, RECERTIFICATION_QUERY, recertificationQuery } from '../task/task-case.js';
import { FactList, NoSuchTask, type SectionsOfTask, type TaskPageProps, TaskSection } from '../task/task-sections.js';
import { MemberOfRecertification, TaskHeading } from '../task/task-member.js';
import { TaskLayout } from '../task/task-layout.js';

const CorrectRecertificationDialog = onDemand(
  async () => (await import('./correct-recertification.js')).CorrectRecertificationDialog,
);
const UnstopItemsDialog = onDemand(async () => (await import('../task/acts/stopped-items.js')).UnstopItemsDialog);

/** The page /task/{taskId} for a task of a recertification. The id of the recertification alone opens its latest task. */
export function RecertificationTask({
  taskId,
  sections,
}: Pick<TaskPageProps, 'sections'> & { readonly taskId: string }) {
  const reading = useRecertification(caseIdOf(taskId));
  const atSameMoment = useSameMoment();
  const latest = reading.data?.tasks.at(-1);
  if (latest && taskId === reading.data?.recertificationId)
    return <Navigate to={atSameMoment(pathTo.task(latest.taskId))} replace />;
  const task = reading.data?.tasks.find((one) => one.taskId === taskId);
  const isUnknown = reading.data
    ? task === undefined
    : reading.error instanceof ApiError && [400, 404].includes(reading.error.status);
  if (isUnknown) return <NoSuchTask recertificationId={caseIdOf(taskId)} />;
  return (
    <Page
      title={task?.task ?? 'Task'}
      heading={reading.data && task ? <TaskHeading member={reading.data.member} task={task.task} /> : null}
      facts={reading.data && task ? <MemberOfRecertification recertification={reading.data} task={task.task} /> : null}
      about={
        <>
          {reading.data ? <Summary {...reading.data} /> : null} <AlsoLooking taskId={taskId} />
        </>
      }
      action={<AsOfButton />}
      loading={reading.isPending}
      error={blockingError(reading)}
      banner={<NotLive refusal={reading.refusal} onRetry={() => void reading.refetch()} />}
      errorTitle="Failed to load the task"
      onRetry={() => void reading.refetch()}
    >
      {reading.data && task ? (
        <TaskBody
          recertification={reading.data}
          task={task}
          sections={sections({ referralId: reading.data.recertificationId, files: reading.data.files }, task)}
          onSettled={() => void reading.refetch()}
        />
      ) : null}
    </Page>
  );
}

/** Limits how often changes in quick succession cause a read. */
const READ_INTERVAL_MS = 150;

function useRecertification(id: string) {
  const reading = useQuery(recertificationQuery(id));
  const { changes, refusal } = useLiveTopic({ name: 'recertification', referralId: id }, reading);
  useInvalidateOnChanges(queryClient, RECERTIFICATION_QUERY, changes, READ_INTERVAL_MS);
  return { ...reading, refusal };
}

const Summary = ({ itemCategory, renews }: RecertificationDetail) => (
  <>
    {recertifiedItem(itemCategory)}
    {renews === null ? null : (
      <>
        {' '}
        · renews referral <ReferralId id={renews} to={pathTo.referral(renews)} />
      </>
    )}
  </>
);

interface TaskBodyProps {
  readonly recertification: RecertificationDetail;
  readonly task: RecertificationDetail['tasks'][number] & { readonly department: string };
  readonly sections: SectionsOfTask;
  readonly onSettled: () => void;
}

function TaskBody({ recertification, task, sections, onSettled }: TaskBodyProps) {
  const user = useViewer();
  const mayWork = user !== null && mayWorkTasks(user);
  const { recertificationId, itemCategory, tasks, outcomes, openedAt } = recertification;
  const items = [{ id: RECERTIFIED_ITEM_ID, item: recertifiedItem(itemCategory), qty: 1 }];
  const continuedIn = task.completedAt === null ? [] : tasks.filter(({ completedAt }) => completedAt === null);
  return (
    <TaskLayout
      caseId={recertificationId}
      task={task}
      member={recertification.member}
      items={items}
      order={NOTHING_ORDERED}
      tasks={tasks}
      continuation={{ label: 'Is now in', tasks: continuedIn }}
      stops={[{ reason: recertification.stoppedReason ?? '', stoppedAt: recertification.stoppedAt }]}
      end={<Ended recertification={recertification} mayWork={mayWork} items={items} onSettled={onSettled} />}
      stepper={<Progress task={task} tasks={tasks} />}
      outcomes={outcomes}
      recorded={<OutcomeList outcomes={outcomes} userId={user?.id ?? ''} onSettled={onSettled} />}
      notes={sections.notes}
      aside={
        <TaskSection title="About it">
          <FactList facts={[['Opened', <When at={openedAt} />]]} />
        </TaskSection>
      }
      onSettled={onSettled}
    >
      <TaskSection title="Files">{sections.files}</TaskSection>
      <About recertification={recertification} mayCorrect={mayWork} onSettled={onSettled} />
    </TaskLayout>
  );
}

function Progress({
  task: { taskId, task },
  tasks,
}: Pick<TaskBodyProps, 'task'> & Pick<RecertificationDetail, 'tasks'>) {
  const currentTask = { id: taskId, name: task, department: null, completedDate: null };
  const [stepper] = steppersOf(
    [{ id: RECERTIFIED_ITEM_ID, currentTask }],
    tasks.map((one) => ({ task: one.task, itemIds: [RECERTIFIED_ITEM_ID] })),
  );
  return stepper ? <Stepper label={`Progress of ${task}`} steps={stepper.steps} note={stepper.label} /> : null;
}

interface EndedProps {
  readonly recertification: RecertificationDetail;
  readonly mayWork: boolean;
  readonly items: readonly WorkedItem[];
  readonly onSettled: () => void;
}

/** The end of the recertification. Stopped items can be resumed. */
function Ended({ recertification, mayWork, items, onSettled }: EndedProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { status, stoppedReason, recertificationId } = recertification;
  return (
    <>
      {status === 'certified' ? <Alert severity="success">The supply has been certified again.</Alert> : null}
      {status === 'stopped' ? (
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
      ) : null}
      {asking ? (
        <UnstopItemsDialog
          referralId={recertificationId}
          recertification={recertification}
          items={items.map((item) => ({ ...item, workState: workStateOfSupply(recertification) }))}
          onSettled={onSettled}
          onClose={close}
          onFailed={close}
        />
      ) : null}
    </>
  );
}

interface AboutProps {
  readonly recertification: RecertificationDetail;
  readonly mayCorrect: boolean;
  readonly onSettled: () => void;
}

/** The member, the supply and the physician; corrected values are shown with the values before. */
function About({ recertification, mayCorrect, onSettled }: AboutProps) {
  const { recertificationId, corrections = 0, note } = recertification;
  const correctionsOf = useCorrections(recertificationId, corrections, true);
  const [correcting, setCorrecting] = useState<RecertificationDetail | null>(null);
  const ended = { onSettled, onClose: () => setCorrecting(null), onFailed: () => setCorrecting(null) };
  return (
    <TaskSection
      title="Member and physician"
      action={
        mayCorrect ? (
          <Button onClick={() => setCorrecting(recertification)} onPointerEnter={CorrectRecertificationDialog.preload}>
            Correct…
          </Button>
        ) : null
      }
    >
      {recertificationSections(recertification).map(({ title, facts }) => (
        <Box key={title} role="group" aria-label={title} sx={{ mb: 2 }}>
          <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
            {title}
          </Typography>
          <FactList
            facts={facts.map(({ label, value }) => [
              label,
              value,
              <CorrectedMark corrections={correctionsOf(title, label)} />,
            ])}
          />
        </Box>
      ))}
      {note === null ? null : <FactList facts={[['Note', note]]} />}
      {correcting === null ? null : (
        <CorrectRecertificationDialog recertification={correcting} latest={recertification} {...ended} />
      )}
    </TaskSection>
  );
}
