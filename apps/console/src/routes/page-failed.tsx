import { useRouteError } from 'react-router-dom';
import { Page } from '../ui/page.js';

/** A page that broke, or whose code could not be fetched (a new version may have been installed meanwhile). */
export function PageFailed() {
  const error = useRouteError();
  return (
    <Page
      title="This page failed"
      error={error}
      errorTitle="This page failed. What was sent before is safe; load it again to go on."
      onRetry={() => location.reload()}
    />
  );
}
