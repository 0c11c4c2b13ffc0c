import { Box, Typography } from '@mui/material';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import type { ChangedFacts, Fact } from '@throughline/domain';

/** Facts in columns, each with its label above the value. Facts that the event changed are marked. */
export function FactList({ facts, changed }: { readonly facts: readonly Fact[]; readonly changed: ChangedFacts }) {
  const columns = 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))';
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 1, m: 0, gridTemplateColumns: columns }}>
      {facts.map(({ key, label, value }) => {
        const change = changed.get(key);
        return (
          <Box key={key}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {change === undefined ? (value ?? '–') : <Changed from={change.from} to={value} />}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

function Changed(change: { readonly from: string | null; readonly to: string | null }) {
  return (
    <Box
      component="mark"
      sx={{ bgcolor: 'action.selected', color: 'text.primary', borderRadius: 1, px: 0.5, mx: -0.5 }}
    >
      <ChangeText {...change} />
    </Box>
  );
}

interface Change {
  readonly from: string | null;
  readonly to: string | null;
}

/** The old and the new value of a change. Screen readers are given words, because they do not read the arrow and the strike-through. */
export function ChangeText({ from, to }: Change) {
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {from === null ? null : (
        <>
          <VisuallyHidden>was </VisuallyHidden>
          <Box component="del" sx={{ color: 'text.secondary' }}>
            {from}
          </Box>
          <span aria-hidden> → </span>
          <VisuallyHidden>, is now </VisuallyHidden>
        </>
      )}
      <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
        {to ?? 'nothing'}
      </Box>
    </Box>
  );
}
