import { itemsOf, type ReferralDetail, type ReferralItem } from '@throughline/contracts';
import { pathTo, type Stepper as Progress, steppersOf, turnIn } from '@throughline/domain';
import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DueDay, OnHold } from '../../../ui/words/due-day.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Stepper } from '../../../ui/steps/stepper.js';
import { Meaning } from '../../../ui/words/meaning.js';
import { WaitsFor } from '../../../ui/words/waits-for.js';
import { When } from '../../../ui/words/when.js';
import { usePast, useSameMoment } from '../../../past/past.js';
import { ItemCard } from './item-card.js';
import { TrackingChips } from './tracking-chips.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { InEnglish, textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

const Recertifications = onDemand(async () => (await import('./recertifications.js')).Recertifications);

interface StatusTabProps {
  readonly referral: ReferralDetail;
  /** Whether the person belongs to the provider, and therefore gets links from the steps to their tasks. */
  readonly internal: boolean;
  /** Shown with items that are stopped and not canceled; null for a person who may not work on them. */
  readonly stoppedActions: ReactNode;
}

/** The items grouped by their current task, each group with its progress (ordering specification, section 2). */
export function StatusTab({ referral, internal, stoppedActions }: StatusTabProps) {
  const past = usePast();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {steppersOf(itemsOf(referral), referral.tasks).map((stepper) => (
        <Group
          key={stepper.itemIds.join(' ')}
          stepper={stepper}
          referral={referral}
          internal={internal}
          stoppedActions={stoppedActions}
        />
      ))}
      <RemovedItems items={itemsOf(referral).filter(({ deleted }) => deleted)} />
      {internal && !past ? (
        <InEnglish>
          <Recertifications referralId={referral.referralId} />
        </InEnglish>
      ) : null}
      <ReferralHistory attempts={referral.contactAttempts} />
    </Box>
  );
}

const ATTEMPTS = { member: 'memberContact', physician: 'physicianContact' } as const;

/** The attempts to reach the member and the physician, newest first, each with its outcome and time only. */
function ReferralHistory({ attempts }: { readonly attempts: ReferralDetail['contactAttempts'] }) {
  const t = useTexts();
  const words = useWords();
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="referral-history">
      <Typography id="referral-history" variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('history')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {[...attempts].reverse().map(({ party, number, outcome, at }) => (
          <Box
            component="li"
            key={`${party} ${number}`}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <Typography sx={{ flexGrow: 1 }}>{t(ATTEMPTS[party], { number, outcome: words(outcome) })}</Typography>
            <Typography variant="body2" color="textSecondary">
              <When at={at} />
            </Typography>
          </Box>
        ))}
      </Box>
    </section>
  );
}

/** Items that were removed from the order. They are in no task, so no group contains them. */
function RemovedItems({ items }: { readonly items: readonly ReferralItem[] }) {
  const t = useTexts();
  if (items.length === 0) return null;
  const task = t('removed');
  return (
    <Paper variant="outlined" component="section" aria-label={t('group', { task, count: items.length })} sx={GROUP}>
      <Typography variant="h3" component="h2" color="error" sx={{ mb: 2 }}>
        {task}
      </Typography>
      <Cards items={items} />
    </Paper>
  );
}

function Group({ stepper, referral, internal, stoppedActions }: StatusTabProps & { readonly stepper: Progress }) {
  const t = useTexts();
  const atSameMoment = useSameMoment();
  const words = useWords();
  const items = itemsOf(referral).filter(({ id }) => stepper.itemIds.includes(id));
  // Stopped items have no current task. They are worked in the task in which they were stopped.
  const taskToOpen = stepper.taskId ?? items[0]?.lastTask?.id ?? null;
  const task = referral.tasks.find(({ taskId }) => taskId === stepper.taskId);
  const parcels = referral.tracking.filter(({ itemIds }) => itemIds.some((id) => stepper.itemIds.includes(id)));
  const isStopped = stepper.stopped && items[0]?.currentTask?.completedDate === null;
  const name = words(stepper.task);
  const whom = task && task.completedAt === null ? turnIn(task.task) : null;
  const count = items.length;
  return (
    <Paper variant="outlined" component="section" aria-label={t('group', { task: name, count })} sx={GROUP}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline', mb: 2 }}>
        <Typography variant="h3" component="h2" color={stepper.stopped ? 'error' : 'textPrimary'}>
          <Meaning of={stepper.task}>{name}</Meaning>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('items', { count })}
        </Typography>
        {whom !== null && task ? (
          <Typography variant="body2">
            <WaitsFor whom={whom} since={task.openedAt} />
          </Typography>
        ) : null}
        {internal && task && task.completedAt === null && task.dueAt !== null ? (
          <InEnglish>
            <DueDay task={{ dueAt: task.dueAt, fellDue: task.fellDue }} />
          </InEnglish>
        ) : null}
        {internal && taskToOpen !== null ? (
          <Typography
            variant="body2"
            component={Link}
            to={atSameMoment(pathTo.task(taskToOpen))}
            sx={{ ml: 'auto', color: 'primary.main' }}
          >
            {t('openTask')}
          </Typography>
        ) : null}
      </Box>
      {task?.onHold && task.completedAt === null ? <OnHold hold={task.onHold} /> : null}
      <Stepper
        label={t('progress', { task: name })}
        steps={stepper.steps.map((step) =>
          internal && stepper.taskId !== null && step.status === 'current'
            ? { ...step, to: atSameMoment(pathTo.task(stepper.taskId)) }
            : step,
        )}
        note={stepper.label}
        stopped={stepper.stopped}
      />
      <Box sx={{ mt: 2, mb: 2 }}>
        <TrackingChips parcels={parcels} />
      </Box>
      {isStopped && stoppedActions ? (
        <InEnglish>
          <Box sx={{ mb: 2, minHeight: 37 }}>{stoppedActions}</Box>
        </InEnglish>
      ) : null}
      <Cards items={items} />
    </Paper>
  );
}

const GROUP = { p: { xs: 2, sm: 3 } };

function Cards({ items }: { readonly items: readonly ReferralItem[] }) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        p: 0,
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
      }}
    >
      {items.map((item, index) => (
        <ItemCard key={item.id} item={item} isFirst={index === 0} />
      ))}
    </Box>
  );
}
