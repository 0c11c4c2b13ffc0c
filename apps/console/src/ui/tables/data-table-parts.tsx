import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { MOTION_MS } from '../../theme/theme.js';
import { LINE_BELOW } from '../words/one-line.js';

/*
 * Styles of a table whose rows are cards below 600 px. The markup must state the roles, because browsers drop the semantics of a table
 * whose rows are displayed as blocks.
 */

export const TableFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  background: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  [theme.breakpoints.up('sm')]: { overflowX: 'auto', '@supports (overflow: clip)': { overflowX: 'clip' } },
  // A wide table scrolls inside its frame if the page has no room. On wider screens it does not, because a sticky header requires that the
  // page scrolls.
  [theme.breakpoints.between('sm', 'lg')]: { overflowX: 'auto' },
}));

export const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  // Rows that are about to be replaced, once that takes long.
  '&[aria-busy="true"] > tbody': { opacity: 0.5, transition: 'opacity 0s 400ms' },
  [theme.breakpoints.up('sm')]: { '&[data-fixed]': { tableLayout: 'fixed' } },
  [theme.breakpoints.down('sm')]: {
    '&, & > tbody': { display: 'block' },
    '& > thead': { display: 'none' },
    '&[data-headed] > thead': {
      display: 'block',
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
}));

export const HeadCell = styled('th')(({ theme }) => ({
  position: 'sticky',
  // The height of the page's header.
  top: 56,
  zIndex: 2,
  height: 40,
  padding: theme.spacing(0, 1.5),
  textAlign: 'left',
  whiteSpace: 'nowrap',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
  background: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&[data-align="right"]': { textAlign: 'right' },
  '&[data-align="right"] .MuiTableSortLabel-root': { flexDirection: 'row-reverse' },
  '&[data-choice]': { padding: 0, width: 40 },
  [theme.breakpoints.between('sm', 'lg')]: { position: 'static' },
}));

const arrive = keyframes({ from: { opacity: 0.4 } });

export const Row = styled('tr')(({ theme }) => ({
  '&:hover, &:has(:focus-visible)': { background: theme.vars.palette.action.hover },
  '&[data-chosen]': { background: theme.vars.palette.action.selected },
  '&[data-mark]': { animation: `${arrive} ${MOTION_MS}ms` },
  '&[data-mark] > [data-title]': { boxShadow: `inset 3px 0 ${theme.vars.palette.secondary.main}` },
  '&[data-mark="finished"] > [data-title]': { boxShadow: `inset 3px 0 ${theme.vars.palette.success.main}` },
  '&[data-mark="finished"]': { color: theme.vars.palette.text.secondary },
  // Below the title, which does not move.
  '& em': {
    ...LINE_BELOW,
    insetInline: theme.spacing(1.5),
    fontStyle: 'normal',
    fontWeight: 600,
    color: theme.vars.palette.secondary.main,
  },
  '&[data-mark="finished"] em': { color: theme.vars.palette.success.main },
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: '1fr',
    position: 'relative',
    padding: theme.spacing(1, 0),
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '&:last-of-type': { borderBottom: 0 },
    '[data-brief] &': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: theme.spacing(1.5),
      padding: theme.spacing(0.5, 1.5),
      // The end of the second line.
      '&::after': { content: '""', order: 1, flex: '0 0 100%' },
    },
    '[data-brief] &:has(> [data-card="room"])': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, max-content) minmax(0, 1fr)',
      '&::after': { content: 'none' },
    },
    '[data-brief] & em': { position: 'static', minWidth: 0, fontSize: '0.75rem', lineHeight: 'inherit' },
  },
}));

export const Cell = styled('td')(({ theme }) => ({
  position: 'relative',
  height: 40,
  padding: theme.spacing(0.5, 1.5),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  'tr:last-of-type > &': { borderBottom: 0 },
  '&[data-align="right"]': { textAlign: 'right' },
  '&[data-choice]': { padding: 0, width: 40 },
  '&[data-controls]': { textAlign: 'right', width: 1 },
  [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap', '[data-fixed] &': { overflow: 'hidden' } },
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    alignItems: 'start',
    height: 'auto',
    minHeight: 28,
    borderBottom: 0,
    overflowWrap: 'anywhere',
    '&[data-align="right"]': { textAlign: 'left' },
    '&::before': { content: 'attr(data-label)', color: theme.vars.palette.text.secondary },
    '&[data-title]': { order: -1, display: 'block', fontSize: '0.875rem', fontWeight: 600 },
    '[data-marks] &[data-title]': { paddingBottom: theme.spacing(2) },
    // Checkbox and menu are in the corner of the card.
    '&[data-controls], &[data-choice]': {
      position: 'absolute',
      top: 4,
      right: 4,
      display: 'block',
      width: 'auto',
      padding: 0,
    },
    'tr:has([data-controls]) > &[data-choice]': { right: 40 },
    'tr:has([data-controls], [data-choice]) > &[data-title]': { paddingRight: 88 },
    '&[data-title]::before, &[data-choice]::before, &[data-controls]::before': { content: 'none' },
    '[data-brief] &': { display: 'none' },
    // As wide as the card, because a row's mark is at its edge.
    '[data-brief] &[data-title]': {
      flex: `0 0 calc(100% + ${theme.spacing(3)})`,
      gridColumn: '1 / -1',
      minWidth: 0,
      minHeight: 24,
      marginInline: theme.spacing(-1.5),
      paddingBlock: 0,
    },
    // What a finger can tap in the corner ends where the second line begins.
    '[data-brief] tr:has([data-controls], [data-choice]) > &[data-title]': { minHeight: 32, alignContent: 'center' },
    '[data-brief] &[data-choice] > *': { padding: 6 },
    // The mark is beside the title, and is cut off where it is too long, so that a change moves nothing.
    '[data-brief] &[data-title] > div': {
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(1),
      minWidth: 0,
      whiteSpace: 'nowrap',
    },
    '[data-brief] &[data-title] > div > :not(em, [data-gives-way])': { flex: 'none' },
    '[data-brief] &[data-card]': {
      flex: 'none',
      minWidth: 0,
      minHeight: 24,
      padding: 0,
      whiteSpace: 'nowrap',
      '&::before': { content: 'none' },
      '& > div': { overflow: 'hidden', textOverflow: 'ellipsis' },
      '& > div > *': { maxWidth: '100%' },
    },
    '[data-brief] &[data-card="rest"]': { flex: '1 1 0' },
    '[data-brief] &[data-card="room"] > div': { containerType: 'inline-size' },
    '@container (max-width: 47px)': { '[data-brief] &[data-card="room"] > div > *': { display: 'none' } },
    '[data-brief] &[data-card="below"]': { order: 2, flex: '1 1 0', minWidth: 112 },
    '[data-brief] &[data-card="whole"]': { order: 2, flex: '1 1 auto', maxWidth: '100%' },
    '[data-brief] &[data-card="end"]': { order: 2, flex: '0 1 auto' },
    // Two lines: the title, what is beside it and the controls; and one line of words.
    '[data-brief] tr:has([data-card="beside"]) > &[data-title]': {
      order: -3,
      flex: '0 1 auto',
      maxWidth: 'calc(100% - 130px)',
      marginInlineEnd: 0,
      paddingRight: 0,
      '& > div > :first-of-type': { flex: '0 1 auto', minWidth: 0 },
    },
    '[data-brief] &[data-card="beside"]': { order: -2, flex: '1 1 0', minHeight: 32, alignContent: 'center' },
    // Without room for all of it, it is on a second line, which is not seen.
    '[data-brief] &[data-card="beside"] > div': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'end',
      height: 24,
      containerType: 'inline-size',
      '&::before': { content: '""', height: 24 },
    },
    // Half of an ID would be read as another one.
    '[data-brief] &[data-card="beside"] > div > *': { flex: 'none', maxWidth: 'none' },
    // An ID has 10 em, so that one that is not seen takes no focus either.
    '[data-brief] &[data-card="beside"] > div > :has(a)': { minWidth: '10em', textAlign: 'end' },
    '@container (max-width: 9.99em)': {
      '[data-brief] &[data-card="beside"] > div > :has(a)': { visibility: 'hidden' },
    },
    '[data-brief] tr:has([data-card="beside"]) > &[data-controls]': {
      order: -1,
      position: 'static',
      flex: 'none',
      marginInlineStart: theme.spacing(-1),
    },
    '[data-brief] tr:has([data-card="beside"]) > &[data-card="whole"]': { flex: '0 1 auto' },
    // The words for screen readers are cut off with the others, because they would make the page wider.
    '[data-brief] tr:has([data-card="beside"]) > &[data-card="end"]': {
      flex: '1 1 0',
      minWidth: 0,
      '& > div': { position: 'relative', overflow: 'hidden' },
    },
    '[data-brief] &[data-card], [data-brief] &[data-title], [data-brief] &[data-controls], [data-brief] &[data-choice]':
      { display: 'block' },
  },
}));
