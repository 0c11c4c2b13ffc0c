import {
  Box,
  Button,
  Link,
  Paper,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { Link as RouterLink, useHref, useLinkClickHandler } from 'react-router-dom';
import { siteStorage } from '../../../session/storage/browser-storage.js';
import { blockingError } from '../../../api/api-error.js';
import { call, searchQuery } from '../../../api/api.js';
import { useInvalidateOnChanges } from '../../../live/use-live-topic.js';
import { BarChart, CHART_HEIGHT, type ChartBar } from '../../../ui/bar-chart.js';
import { Loading } from '../../../ui/page/loading.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import { Meaning, useMeaning } from '../../../ui/words/meaning.js';
import type { RowChange } from '../queue/rows/live-rows.js';
import { addressOf, filterQuery, isNarrowed, NO_FILTERS, queueViewOf, type QueueView } from '../queue/queue-view.js';
import { SummaryFigure } from './summary-figure.js';
import { chartsOf, type ChartTable, figuresOf, type SummaryChart } from './summary-charts.js';

const QUERY = 'task-summary';
/** Limits how often a busy queue is counted. */
const REFRESH_INTERVAL_MS = 5_000;
/** The key in the browser's storage that is set while the charts are shown below the figures. */
const SHOWS_CHARTS = 'shows-queue-charts';

interface QueueDashboardProps {
  readonly view: QueueView;
  /** Changes of rows since the queue was read. */
  readonly changes: readonly RowChange[];
}

/** Charts of the open, overdue and completed tasks. They follow the search and the filters of the queue, and are counted again after changes. */
export function QueueDashboard({ view, changes }: QueueDashboardProps) {
  const query = { ...searchQuery(view.search), ...filterQuery(view.filters) };
  const reading = useQuery({
    queryKey: [QUERY, query],
    queryFn: ({ signal }) => call('GET /tasks/summary', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
  useInvalidateOnChanges(useQueryClient(), QUERY, changes, REFRESH_INTERVAL_MS);
  const [asTables, setAsTables] = useState(false);
  const [showsCharts, setShowsCharts] = useState(() => siteStorage.getItem(SHOWS_CHARTS) !== null);
  const showCharts = (shown: boolean) => {
    setShowsCharts(shown);
    if (shown) siteStorage.setItem(SHOWS_CHARTS, 'yes');
    else siteStorage.removeItem(SHOWS_CHARTS);
  };
  const { data, error, refetch, isPlaceholderData } = reading;
  if (data === undefined && blockingError({ data, error }) !== null) {
    return <ErrorState title="Failed to load the dashboard" error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Loading label="Dashboard" />;
  return (
    <>
      <Stack direction="row" sx={FIGURES}>
        {figuresOf(data, view).map((figure) => (
          <SummaryFigure key={figure.label} figure={figure} />
        ))}
        <Typography variant="body2" color="textSecondary" role="status">
          {error ? 'These figures are not up to date: they could not be read again. ' : ''}
          {isNarrowed(view) ? 'Narrowed by the search and the filters of the queue.' : ''}
        </Typography>
        {isNarrowed(view) ? (
          <Button
            size="small"
            component={RouterLink}
            to={`?${addressOf({ ...view, search: '', filters: NO_FILTERS, page: 0 })}`}
            preventScrollReset
          >
            Clear filters
          </Button>
        ) : null}
        <Stack direction="row" sx={{ ml: 'auto' }}>
          {showsCharts ? (
            <Button size="small" aria-pressed={asTables} onClick={() => setAsTables(!asTables)}>
              Show as tables
            </Button>
          ) : null}
          <Button size="small" aria-expanded={showsCharts} onClick={() => showCharts(!showsCharts)}>
            {showsCharts ? 'Hide charts' : 'Show charts'}
          </Button>
        </Stack>
      </Stack>
      {showsCharts ? (
        <Box sx={GRID} aria-busy={isPlaceholderData}>
          {chartsOf(data, view).map((chart) => (
            <ChartCard key={chart.heading} chart={chart} asTable={asTables} />
          ))}
        </Box>
      ) : null}
    </>
  );
}

/** Low, and close to the heading, because the rows below are what is worked. */
const LOW = { py: 0, minHeight: 24 };
const FIGURES = { flexWrap: 'wrap', columnGap: 3, alignItems: 'center', mt: -0.5, '& button, & a': LOW } as const;

const GRID = {
  display: 'grid',
  mt: 1,
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
  // The chart of days has more bars than the others.
  '& > :nth-of-type(4)': { gridColumn: { md: 'span 2' } },
} as const;

function ChartCard({ chart, asTable }: { readonly chart: SummaryChart; readonly asTable: boolean }) {
  const headingId = useId();
  const { heading, sentence, bars, upright, urgent, clearAddress, table } = chart;
  const isEmpty = bars.every(({ count }) => count === 0);
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={{ p: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="h2" id={headingId}>
          {heading}
        </Typography>
        {clearAddress === null ? null : (
          <Button
            size="small"
            component={RouterLink}
            to={clearAddress}
            preventScrollReset
            aria-label={`Clear the choice in ${heading}`}
            sx={{ my: -0.5, mr: -1 }}
          >
            Clear
          </Button>
        )}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ minHeight: { xs: 40, lg: 20 }, mb: 1 }}>
        {sentence}
      </Typography>
      {asTable ? (
        <Box
          tabIndex={0}
          role="region"
          aria-labelledby={headingId}
          sx={{ minHeight: CHART_HEIGHT, maxHeight: 2 * CHART_HEIGHT, overflow: 'auto' }}
        >
          <FiguresTable caption={heading} table={table} linked />
        </Box>
      ) : (
        <>
          {isEmpty ? (
            <Box sx={{ height: CHART_HEIGHT }} />
          ) : (
            <BarChart
              bars={bars}
              upright={upright}
              urgent={urgent}
              labelledBy={headingId}
              link={(bar, drawing) => (
                <BarLink key={bar.address} bar={bar}>
                  {drawing}
                </BarLink>
              )}
            />
          )}
          <VisuallyHidden as="div">
            <FiguresTable caption={heading} table={table} />
          </VisuallyHidden>
        </>
      )}
    </Paper>
  );
}

interface FiguresTableProps {
  readonly caption: string;
  readonly table: ChartTable;
  /** Makes each count a link to its tasks. */
  readonly linked?: boolean;
}

function FiguresTable({ caption, table: { heads, rows }, linked = false }: FiguresTableProps) {
  return (
    <Table size="small">
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <TableHead>
        <TableRow>
          {heads.map((head, column) => (
            <TableCell key={head} scope="col" align={column === 0 ? 'left' : 'right'}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ name, cells }) => (
          <TableRow key={cells[0]?.address ?? name}>
            <TableCell component="th" scope="row">
              {linked ? <Meaning of={name}>{name}</Meaning> : name}
            </TableCell>
            {cells.map((cell) => (
              <TableCell key={cell.address} align="right" sx={cell.isChosen ? { bgcolor: 'action.selected' } : null}>
                {linked && (cell.count > 0 || cell.isChosen) ? (
                  <FigureLink bar={cell} />
                ) : (
                  cell.count.toLocaleString('en-US')
                )}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Props of a link that opens the tasks of a bar and moves the focus to their tab, which states their number. */
function useOpening({ address, isChosen }: ChartBar) {
  const follow = useLinkClickHandler<Element>(address, { preventScrollReset: true });
  const onClick = (event: MouseEvent<Element>) => {
    follow(event as MouseEvent<Element, globalThis.MouseEvent>);
    const { tab } = queueViewOf(new URLSearchParams(address));
    if (event.isDefaultPrevented()) document.getElementById(`queue-tab-${tab}`)?.focus();
  };
  return { href: useHref(address), onClick, ...(isChosen && { 'aria-current': true }) } as const;
}

/** On hover it says what its step or department means as well; an age and a person mean nothing more. */
function BarLink({ bar, children }: { readonly bar: ChartBar; readonly children: ReactNode }) {
  const meaning = useMeaning(bar.label);
  return (
    <a {...useOpening(bar)}>
      <title>{meaning ? `${bar.name}. ${meaning}` : bar.name}</title>
      {children}
    </a>
  );
}

const FigureLink = ({ bar }: { readonly bar: ChartBar }) => (
  <Link aria-label={bar.name} {...useOpening(bar)}>
    {bar.count.toLocaleString('en-US')}
  </Link>
);
