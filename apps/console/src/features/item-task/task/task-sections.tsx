import type { ReferralDetail } from '@throughline/contracts';
import { type FileAsOf, type TaskFacts, turnIn } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { type ComponentType, type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { DueDay } from '../../../ui/words/due-day.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { Meaning } from '../../../ui/words/meaning.js';
import { WaitsFor } from '../../../ui/words/waits-for.js';
import { When } from '../../../ui/words/when.js';
import { usePast } from '../../../past/past.js';
import type { NoteFromTaskProps } from './task-case.js';

const WhoStopped = onDemand(async () => (await import('./who-stopped.js')).WhoStopped);

interface TaskSectionProps {
  readonly title: string;
  /** Shown to the right of the title. */
  readonly action?: ReactNode;
  /** Puts the section into the side column of a wide screen, without a line above. */
  readonly aside?: boolean;
  readonly children: ReactNode;
}

export function TaskSection({ title, action, aside = false, children }: TaskSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        pb: 3,
        pt: { xs: 3, md: aside ? 0 : 3 },
        borderTop: 1,
        borderColor: { xs: 'divider', md: aside ? 'transparent' : 'divider' },
      }}
    >
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 2 }}
      >
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  );
}

export type SectionsOfTask = Readonly<Record<'notes' | 'files', ReactNode>>;

export interface TaskPageProps {
  /** What is of another feature, about the referral or the recertification of the task. */
  readonly sections: (
    of: { readonly referralId: string; readonly files: readonly FileAsOf[] },
    task: Pick<TaskFacts, 'task'>,
  ) => SectionsOfTask;
  /** The member's other referrals, how many they are, and a warning of the same order sent twice, which is above everything else. */
  readonly ofMember: (referral: ReferralDetail) => Readonly<Record<'warning' | 'others', ReactNode>> & {
    readonly othersCount: (lines: ReactNode) => ReactNode;
  };
  /** Writes an internal note that begins with a text. */
  readonly noteDialog: ComponentType<NoteFromTaskProps>;
}

/** `more` is shown below the value. */
export type Fact = readonly [label: string, value: ReactNode, more?: ReactNode];

/** Labels and values, in as many columns as fit. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))' }}
    >
      {facts.map(([label, value, more]) => (
        <div key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value === null || value === '' ? '–' : value}
          </Typography>
          {more}
        </div>
      ))}
    </Box>
  );
}

/** The stop of items. `stoppedAt` is absent if they are not stopped, or were under release 2.3.1 or before. */
export interface Stop {
  readonly reason: string;
  readonly stoppedAt?: string | undefined;
}

interface TaskFactListProps {
  readonly task: TaskFacts & { readonly department: string; readonly undoneAt?: string };
  /** The stop that completed the task. */
  readonly stop: Stop | undefined;
  /** The id of the viewer. */
  readonly userId: string | undefined;
  readonly more?: readonly Fact[];
}

export function TaskFactList({ task, stop, userId, more = [] }: TaskFactListProps) {
  const whom = task.completedAt === null ? turnIn(task.task) : null;
  return (
    <FactList
      facts={[
        task.completedAt === null
          ? ['Due', <DueDay task={{ dueAt: task.dueAt, fellDue: task.fellDue }} />]
          : [stop ? 'Stopped' : 'Completed', <When at={task.completedAt} />],
        ...(stop
          ? [['Stopped by', <WhoStopped taskId={task.taskId} />] as const, ['Reason', stop.reason] as const]
          : []),
        ...(task.undoneAt === undefined ? [] : [['Undone', <When at={task.undoneAt} />] as const]),
        ['Assigned to', task.assignee ? (task.assignee.userId === userId ? 'you' : task.assignee.name) : 'nobody'],
        ...(whom === null ? [] : [['Whose turn', <WaitsFor whom={whom} since={task.openedAt} />] as const]),
        ['Department', <Meaning of={task.department}>{task.department}</Meaning>],
        ['Opened', <When at={task.openedAt} />],
        ...more,
      ]}
    />
  );
}

interface NoSuchTaskProps {
  /** The id of the recertification that the task would belong to. */
  readonly recertificationId?: string;
}

export function NoSuchTask({ recertificationId }: NoSuchTaskProps) {
  if (usePast()) return <Page title="There was no such task then" />;
  return (
    <Page title="No such task">
      <EmptyState
        title="There is no task with this address"
        action={
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
            {recertificationId === undefined ? null : (
              <Button
                component={RouterLink}
                to={`/referrals?search=${encodeURIComponent(recertificationId)}`}
                variant="contained"
              >
                Search for this ID
              </Button>
            )}
            <Button
              component={RouterLink}
              to="/queue"
              variant={recertificationId === undefined ? 'contained' : 'outlined'}
            >
              Open the queue
            </Button>
          </Stack>
        }
      >
        {recertificationId === undefined
          ? 'The link may have been cut short.'
          : `The ID ${recertificationId} may be incomplete: a search finds those that contain it.`}
      </EmptyState>
    </Page>
  );
}
