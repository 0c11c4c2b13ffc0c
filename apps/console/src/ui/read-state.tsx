import type { ReactNode } from 'react';
import { blockingError } from '../api/api-error.js';
import { Loading } from './loading.js';
import { ErrorState } from './error-state.js';
import { NotReadAgain } from './not-live.js';

interface ReadStateProps<Data> {
  readonly read: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** The title where it could not be read, also not again: "Failed to load groups". */
  readonly failed: string;
  /** For screen readers: "Groups are loading". */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * What is read for a part of a page: that it is loading, why it could not be read, with Retry, and then its content. Content that could not be read
 * again stays, below the words that say so.
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
