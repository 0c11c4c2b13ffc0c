import type { ReactNode } from 'react';
import { blockingError } from '../../api/api-error.js';
import { Loading } from './loading.js';
import { ErrorState } from './error-state.js';
import { NotReadAgain } from './not-live.js';

interface ReadStateProps<Data> {
  readonly read: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** The title of an error of any read, for example "Failed to load groups". */
  readonly failed: string;
  /** For screen readers, for example "Groups are loading". */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the state of a read for a part of a page: loading, an error with Retry, or the content. If a later read fails, the content stays
 * below a message.
 */
export function ReadState<Data>({ read, failed, loading, children }: ReadStateProps<Data>) {
  const { data, error, refetch } = read;
  const blocking = blockingError(read);
  if (blocking !== null) return <ErrorState title={failed} error={blocking} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label={loading} />;
  return (
    <>
      <NotReadAgain title={failed} list={{ data, error, refetch }} />
      {children(data)}
    </>
  );
}
