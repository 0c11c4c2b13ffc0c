import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.js';

const REFRESH_MS = 3_600_000;

/**
 * Warns of certificates of the portal's engines that end within a month, because the portal stops if an operator does not renew them.
 * Nothing is shown while the portal is not ready, which its health checks report.
 */
export function ServiceWarnings() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /health/ready', {}, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  const warnings = data?.['certificates']?.detail;
  if (warnings === undefined) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {warnings} Please tell the operator of the portal. How to renew it: docs/operating.md, “Renew a certificate”.
    </Alert>
  );
}
