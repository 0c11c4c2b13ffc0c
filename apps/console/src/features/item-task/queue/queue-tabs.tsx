import { QUEUE_TABS, type QueueTab, type TaskQueue } from '@throughline/contracts';
import { DEPARTMENTS, RECERT_SUB_DEPARTMENTS, SUB_DEPARTMENTS } from '@throughline/domain';
import { Box, ButtonBase, Stack, Tab, Tabs } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';
import type { QueueView } from './queue-view.js';

export const TAB_LABELS: Readonly<Record<QueueTab, string>> = {
  unassigned: 'Unassigned',
  mine: 'Mine',
  'on-hold': 'On hold',
  overdue: 'Overdue',
  open: 'All open',
  completed: 'Completed',
};

interface QueueTabsProps {
  readonly tab: QueueTab;
  readonly counts: Readonly<Record<QueueTab, number>> | undefined;
  readonly onChange: (tab: QueueTab) => void;
}

/**
 * The tabs of the queue with their counts, and the link to notes that need action. The completed tab has the last `COMPLETED_DAYS` days.
 */
export function QueueTabs(props: QueueTabsProps) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <TaskTabs {...props} />
      <NotesToActOn />
    </Stack>
  );
}

const NO_REFERRALS: readonly string[] = [];

/** A link to the Notes list, oldest first, where staff work the notes that need action. */
function NotesToActOn() {
  const { actionNeeded } = useUnreadNotes(NO_REFERRALS);
  return (
    <PageLink to="/notes?action=true&order=asc">
      Notes to act on
      {actionNeeded === undefined ? null : <Count of={actionNeeded} />}
    </PageLink>
  );
}

function TaskTabs({ tab, counts, onChange }: QueueTabsProps) {
  return (
    <Tabs
      value={tab}
      onChange={(_, next: QueueTab) => onChange(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label="Parts of the queue"
      sx={{ minWidth: 0 }}
    >
      {QUEUE_TABS.map((value) => (
        <Tab
          key={value}
          value={value}
          id={`queue-tab-${value}`}
          aria-controls="queue-panel"
          label={
            <span>
              {TAB_LABELS[value]} {counts ? <Count of={counts[value]} urgent={value === 'overdue'} /> : null}
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

function Count({ of, urgent = false }: { readonly of: number; readonly urgent?: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        // Reserves room, so that another digit does not move the tabs.
        minWidth: of < 1_000 ? '3ch' : '6ch',
        textAlign: 'left',
        ml: 0.5,
        fontVariantNumeric: 'tabular-nums',
        color: urgent && of > 0 ? 'error.main' : 'text.secondary',
      }}
    >
      {of.toLocaleString('en-US')}
    </Box>
  );
}

type Counts = Readonly<Record<string, number>>;

interface DepartmentTabsProps {
  readonly filters: QueueView['filters'];
  readonly counts: Pick<TaskQueue, 'departmentCounts' | 'categoryCounts'> | undefined;
  /** The sub-departments that had tasks when the queue was read. One that gets its first task later appears after the next read. */
  readonly categories: Counts | undefined;
  readonly onChange: (filters: QueueView['filters']) => void;
}

/**
 * Sub-departments that the ordering specification names (section 3). The others have few tasks, so each is offered only while it has any.
 */
const NAMED_SUB_DEPARTMENTS: readonly string[] = [
  ...['Breast Pump', 'Pregnancy Rewards', 'Incontinence', 'Supplies', 'Equipment'],
  ...RECERT_SUB_DEPARTMENTS,
];

/**
 * Departments and sub-departments with their counts in the tab. A saved view may have several of each; here a person chooses one, or all.
 */
export function DepartmentTabs({ filters, counts, categories, onChange }: DepartmentTabsProps) {
  const { departmentCounts, categoryCounts } = counts ?? {};
  const isOffered = (name: string) =>
    NAMED_SUB_DEPARTMENTS.includes(name) || filters.category.includes(name) || (categories?.[name] ?? 0) > 0;
  return (
    <Box sx={{ mt: 1 }}>
      <Choices
        label="Department"
        names={DEPARTMENTS}
        chosen={filters.department}
        counts={departmentCounts}
        onChange={(department) => onChange({ ...filters, department })}
      />
      <Choices
        label="Sub-department"
        names={SUB_DEPARTMENTS.filter(isOffered)}
        chosen={filters.category}
        counts={categoryCounts}
        onChange={(category) => onChange({ ...filters, category })}
      />
    </Box>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly names: readonly string[];
  /** Empty if all are shown. */
  readonly chosen: readonly string[];
  readonly counts: Counts | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ label, names, chosen, counts, onChange }: ChoicesProps) {
  const line = useRef<HTMLDivElement>(null);
  // Scrolls to the chosen name, which may be out of sight on a phone.
  useEffect(() => {
    const pressed = line.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    line.current?.scrollTo({ left: (pressed?.offsetLeft ?? 0) - LEFT_OF_CHOSEN_PX });
  }, [chosen]);
  return (
    <Line ref={line} role="group" aria-label={label}>
      <Choice aria-pressed={chosen.length === 0} onClick={() => onChange([])}>
        All {label === 'Department' ? 'departments' : 'sub-departments'}
      </Choice>
      {names.map((name) => (
        <Choice key={name} aria-pressed={chosen.includes(name)} onClick={() => onChange([name])}>
          {name} {counts ? <Count of={counts[name] ?? 0} /> : null}
        </Choice>
      ))}
    </Line>
  );
}

/** Leaves a part of the previous name visible, to show that the line scrolls. */
const LEFT_OF_CHOSEN_PX = 48;

const Line = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: theme.spacing(0.5),
  paddingBlock: theme.spacing(0.5),
  overflowX: 'auto',
  scrollbarWidth: 'none',
  [theme.breakpoints.up('sm')]: { flexWrap: 'wrap' },
}));

/** Looks like the tabs beside it. */
const PageLink = styled(Link)(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  paddingInline: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { borderLeft: `1px solid ${theme.vars.palette.divider}` },
  [theme.breakpoints.down('sm')]: { minHeight: 40, borderTop: `1px solid ${theme.vars.palette.divider}` },
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.button.fontSize,
  fontWeight: theme.typography.button.fontWeight,
  textDecoration: 'none',
  '&:hover': { color: theme.vars.palette.text.primary, background: theme.vars.palette.action.hover },
}));

const Choice = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  minHeight: 28,
  paddingInline: theme.spacing(1.25),
  font: 'inherit',
  fontSize: '0.8125rem',
  borderRadius: theme.vars.shape.borderRadius,
  border: '1px solid transparent',
  '&:hover': { background: theme.vars.palette.action.hover },
  '&[aria-pressed="true"]': {
    fontWeight: 600,
    borderColor: theme.vars.palette.control,
    background: theme.vars.palette.action.selected,
  },
  // The line clips an outline outside the button.
  '&&.Mui-focusVisible': { outlineOffset: -2 },
}));
