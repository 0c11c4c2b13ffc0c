import { Skeleton, Stack } from '@mui/material';
import { useEffect, useState } from 'react';

interface LoadingProps {
  /** The accessible name of the loading content. */
  readonly label?: string;
}

/** Placeholder for content: empty at first, a skeleton after 200 ms. The footer is hidden meanwhile (`data-loading`). */
export function Loading({ label }: LoadingProps) {
  const late = useLate(true);
  return (
    <Stack spacing={1} aria-busy="true" data-loading {...(label && { role: 'group', 'aria-label': label })}>
      {late
        ? [90, 100, 96, 100, 70].map((width, index) => <Skeleton key={index} height={36} width={`${width}%`} />)
        : null}
    </Stack>
  );
}

/** True once `pending` has lasted for `afterMs`, so that a short wait shows no skeleton. */
export function useLate(pending: boolean, afterMs = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [pending, afterMs]);
  return pending && late;
}
