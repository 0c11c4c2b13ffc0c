import type { HistoryEntry } from '@throughline/contracts';
import { Box, Typography } from '@mui/material';

/** What the log itself says of an event, for whoever has to prove it; closed until asked for. */
export function EntryProof({ entry }: { readonly entry: HistoryEntry }) {
  const { position, stream, revision, eventId, commandId, causationId } = entry;
  const facts: readonly (readonly [string, string])[] = [
    ['Position', String(position)],
    ['Stream', `${stream}, event ${revision + 1}`],
    ['Event', eventId],
    ['Command', commandId],
    ...(causationId === null ? [] : ([['Caused by', causationId]] as const)),
  ];
  return (
    <Box component="details" sx={{ mt: 0.5 }}>
      <Typography
        component="summary"
        variant="caption"
        color="textSecondary"
        sx={{ cursor: 'pointer', width: 'fit-content' }}
      >
        command {commandId.slice(0, 8)}…
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2 }}
      >
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="caption" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
