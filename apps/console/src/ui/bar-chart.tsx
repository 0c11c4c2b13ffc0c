import { styled } from '@mui/material/styles';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { ReactNode } from 'react';

export interface ChartBar {
  readonly label: string;
  readonly count: number;
  /** Some bars of a chart may be chosen; the others are then paler. */
  readonly isChosen: boolean;
  /** The accessible name of the link. */
  readonly name: string;
  /** The target of the link, starting with `?`. */
  readonly address: string;
}

/** In pixels. Fixed, so that nothing moves when the data arrives. */
export const CHART_HEIGHT = 196;
const TEXT = 12;
const COUNT_WIDTH = 44;
const MOST_ROW_HEIGHT = 34;
const MOST_LABEL_WIDTH = 132;
/** Narrower upright bars, in pixels, are labelled by the last word only. */
const LABELLED_WIDTH = 44;
/** The minimum distance of two bars in pixels, so that they can be touched separately. */
const LEAST_STEP = 26;

export interface BarChartProps {
  readonly bars: readonly ChartBar[];
  /** Draws the bars side by side, and not one below the other. */
  readonly upright?: boolean | undefined;
  readonly urgent?: boolean | undefined;
  /** Id of the chart's heading. */
  readonly labelledBy: string;
  /** Renders the link of a bar around its drawing. */
  readonly link: (bar: ChartBar, drawing: ReactNode) => ReactNode;
}

/** A bar for each count. Each is a link that can be focused. If upright bars do not fit, the last ones are shown. */
export function BarChart({ labelledBy, upright = false, urgent = false, bars: all, link }: BarChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 100 });
  const bars = upright ? all.slice(-Math.max(1, Math.floor(width / LEAST_STEP))) : all;
  const drawings = upright ? uprightBars(bars, width) : lyingBars(bars, width);
  return (
    <div ref={parentRef} style={{ height: CHART_HEIGHT }}>
      {width > 0 ? (
        <Drawing
          width={width}
          height={CHART_HEIGHT}
          role="group"
          aria-labelledby={labelledBy}
          data-urgent={urgent}
          data-chosen={all.some(({ isChosen }) => isChosen)}
        >
          {bars.map((bar, index) => link(bar, drawings[index]))}
        </Drawing>
      ) : null}
    </div>
  );
}

const mostOf = (bars: readonly ChartBar[]) => Math.max(1, ...bars.map(({ count }) => count));

function lyingBars(bars: readonly ChartBar[], width: number): readonly ReactNode[] {
  const labelWidth = Math.min(MOST_LABEL_WIDTH, width * 0.45);
  const range: [number, number] = [0, Math.min(CHART_HEIGHT, bars.length * MOST_ROW_HEIGHT)];
  const rows = scaleBand({ domain: bars.map((_, index) => index), range, paddingInner: 0.25 });
  const length = scaleLinear({ domain: [0, mostOf(bars)], range: [0, Math.max(0, width - labelWidth - COUNT_WIDTH)] });
  const height = rows.bandwidth();
  return bars.map(({ label, count }, index) => {
    const y = rows(index) ?? 0;
    const middle = y + height / 2;
    return (
      <>
        <rect className="area" x={1} y={y - 1} width={width - 2} height={height + 2} rx={3} />
        <text x={4} y={middle} dominantBaseline="central">
          {shortened(label, labelWidth)}
        </text>
        <Bar className="bar" x={labelWidth} y={y + 2} width={length(count)} height={height - 4} rx={2} />
        <text x={labelWidth + length(count) + 6} y={middle} dominantBaseline="central" className="count">
          {count.toLocaleString('en-US')}
        </text>
      </>
    );
  });
}

function uprightBars(bars: readonly ChartBar[], width: number): readonly ReactNode[] {
  const columns = scaleBand({ domain: bars.map((_, index) => index), range: [0, width], paddingInner: 0.2 });
  const [top, bottom] = [TEXT + 8, CHART_HEIGHT - TEXT - 10];
  const length = scaleLinear({ domain: [0, mostOf(bars)], range: [0, bottom - top] });
  const band = columns.bandwidth();
  return bars.map(({ label, count }, index) => {
    const x = columns(index) ?? 0;
    const y = bottom - length(count);
    const words = band < LABELLED_WIDTH ? label.slice(label.lastIndexOf(' ') + 1) : label;
    return (
      <>
        <rect className="area" x={x} y={1} width={band} height={CHART_HEIGHT - 2} rx={3} />
        <Bar className="bar" x={x + 2} y={y} width={Math.max(0, band - 4)} height={bottom - y} rx={2} />
        <text x={x + band / 2} y={y - 6} textAnchor="middle" className="count">
          {count > 0 ? count.toLocaleString('en-US') : ''}
        </text>
        <text x={x + band / 2} y={CHART_HEIGHT - 6} textAnchor="middle">
          {words}
        </text>
      </>
    );
  });
}

/** Shortens a label to about `width` pixels. */
const shortened = (label: string, width: number): string => {
  const most = Math.floor((width - 8) / (TEXT * 0.54));
  return label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label;
};

const Drawing = styled('svg')(({ theme: { vars } }) => ({
  display: 'block',
  fontSize: TEXT,
  '& text': { fill: vars.palette.text.primary },
  '& .count': { fill: vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& .bar': { fill: vars.palette.primary.main },
  '&[data-urgent="true"] .bar': { fill: vars.palette.error.main },
  '&[data-chosen="true"] a:not([aria-current]) .bar': { opacity: 0.35 },
  '& .area': { fill: 'transparent' },
  '& a': { cursor: 'pointer', outline: 'none' },
  '& a:hover .area': { fill: vars.palette.action.hover },
  '& a[aria-current] .area': { fill: vars.palette.action.selected },
  '& a:focus-visible .area': { stroke: vars.palette.primary.main, strokeWidth: 2 },
}));
