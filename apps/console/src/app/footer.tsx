import { Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { consoleConfigAtom } from '../session/session.js';

export function Footer() {
  const { version } = useAtomValue(consoleConfigAtom);
  return (
    <Typography component="footer" variant="caption" color="textSecondary" sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
      Throughline v{version.replace(/^v/, '')} · © 2025 Throughline Medical Supply
    </Typography>
  );
}
