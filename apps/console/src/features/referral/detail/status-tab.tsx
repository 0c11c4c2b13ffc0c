import { itemsOf, type ReferralDetail, type ReferralItem } from '@throughline/contracts';
import { type Stepper as Progress, steppersOf } from '@throughline/domain';
import { Box, Paper, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { DueDay, OnHold } from '../../../ui/due-day.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Stepper } from '../../../ui/stepper.js';
import { When } from '../../../ui/when.js';
import { ItemCard } from './item-card.js';
import { TrackingChips } from './tracking-chips.js';

const Recertifications = onDemand(async () => (await import('./recertifications.js')).Recertifications);

interface StatusTabProps {
  readonly referral: ReferralDetail;
  /** The provider's people follow a step to its task. */
  readonly internal: boolean;
}

/** Items grouped by the task that they are in, each group with its progress (ordering specification, section 2). */
export function StatusTab({ referral, internal }: StatusTabProps) {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {steppersOf(itemsOf(referral)).map((stepper) => (
        <Group key={stepper.itemIds.join(' ')} stepper={stepper} referral={referral} internal={internal} />
      ))}
      <RemovedItems items={itemsOf(referral).filter(({ deleted }) => deleted)} />
      {internal ? <Recertifications referralId={referral.referralId} onFailed={() => undefined} /> : null}
      <ReferralHistory attempts={referral.contactAttempts} />
    </Box>
  );
}

/** Attempts to reach the member and the physician: outcome and time only, newest first. */
function ReferralHistory({ attempts }: { readonly attempts: ReferralDetail['contactAttempts'] }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="referral-history">
      <Typography id="referral-history" variant="h3" component="h2" sx={{ mb: 1 }}>
        Referral History
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {[...attempts].reverse().map(({ party, number, outcome, at }) => (
          <Box
            component="li"
            key={`${party} ${number}`}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <Typography sx={{ flexGrow: 1 }}>
              {party === 'member' ? 'Member' : 'Physician'} contact, attempt {number}: {outcome}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              <When at={at} />
            </Typography>
          </Box>
        ))}
      </Box>
    </section>
  );
}

/** Items that are no longer part of the order; they are in no task. */
function RemovedItems({ items }: { readonly items: readonly ReferralItem[] }) {
  if (items.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-label={`Removed, ${countOf(items.length)}`} sx={GROUP}>
      <Typography variant="h3" component="h2" color="error" sx={{ mb: 2 }}>
        Removed
      </Typography>
      <Cards items={items} />
    </Paper>
  );
}

function Group({ stepper, referral, internal }: StatusTabProps & { readonly stepper: Progress }) {
  const items = itemsOf(referral).filter(({ id }) => stepper.itemIds.includes(id));
  // Stopped items are worked from the task in which they were stopped.
  const taskToOpen = stepper.taskId ?? items[0]?.lastTask?.id ?? null;
  const task = referral.tasks.find(({ taskId }) => taskId === stepper.taskId);
  const parcels = referral.tracking.filter(({ itemIds }) => itemIds.some((id) => stepper.itemIds.includes(id)));
  return (
    <Paper variant="outlined" component="section" aria-label={`${stepper.task}, ${countOf(items.length)}`} sx={GROUP}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline', mb: 2 }}>
        <Typography variant="h3" component="h2" color={stepper.stopped ? 'error' : 'textPrimary'}>
          {stepper.task}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {countOf(items.length)}
        </Typography>
        {internal && task && task.completedAt === null && task.dueAt !== null ? (
          <DueDay task={{ dueAt: task.dueAt }} />
        ) : null}
        {internal && taskToOpen !== null ? (
          <Typography
            variant="body2"
            component={Link}
            to={`/task/${taskToOpen}`}
            sx={{ ml: 'auto', color: 'primary.main' }}
          >
            Open task
          </Typography>
        ) : null}
      </Box>
      {task?.onHold && task.completedAt === null ? <OnHold hold={task.onHold} /> : null}
      <Stepper
        label={`Progress of ${stepper.task}`}
        steps={stepper.steps.map((step) =>
          internal && stepper.taskId !== null && step.status === 'current'
            ? { ...step, to: `/task/${stepper.taskId}` }
            : step,
        )}
        note={stepper.label}
        stopped={stepper.stopped}
      />
      <Box sx={{ mt: 2, mb: 2 }}>
        <TrackingChips parcels={parcels} />
      </Box>
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
      {items.map((item) => (
        <ItemCard key={item.id} item={item} />
      ))}
    </Box>
  );
}

const countOf = (items: number) => (items === 1 ? '1 item' : `${items} items`);
