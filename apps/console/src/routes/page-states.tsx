import { DEFAULT_ERROR_MESSAGE } from '@throughline/contracts';
import { orderFormAt } from '@throughline/domain';
import { Skeleton } from '@mui/material';
import { useEffect } from 'react';
import { useLocation, useRouteError } from 'react-router-dom';
import { OrderFormAbout } from '../features/referral/order-form/order-form-about.js';
import { ApiError } from '../api/api-error.js';
import { lastCorrelationId } from '../api/api.js';
import { Coming, useLate } from '../ui/coming.js';
import { Page } from '../ui/page.js';
import { TypedTexts } from './typed-texts.js';
import { isMissingCode, reloadOnce, reloadWhenReachable } from './missing-code.js';

/** Shown in the frame while the first page's code is loaded. The heading of an order form is known before. */
export function PageComing() {
  const { pathname } = useLocation();
  const late = useLate(true);
  const form = orderFormAt(pathname);
  if (form) return <Page title={form.title} about={<OrderFormAbout form={form} />} loading />;
  return (
    <>
      {late ? <Skeleton height={28} width={240} sx={{ mb: 1 }} /> : null}
      <Coming label="The page is loading" />
    </>
  );
}

/** Shown for a page that threw an error, or whose code could not be loaded (a new version was installed, or there is no connection). */
export function PageFailed() {
  const error = useRouteError();
  const missing = isMissingCode(error);
  useEffect(() => {
    if (missing) void reloadOnce();
  }, [missing]);
  if (missing)
    return (
      <Page
        title="This page could not be loaded"
        error={new Error('Everything that you submitted is safe, and a started order is kept.')}
        errorTitle="Check the connection, then load the page again."
        onRetry={() => void reloadWhenReachable()}
      />
    );
  return (
    <>
      <Page
        title="This page failed"
        error={withReference(error)}
        errorTitle="This page failed. Everything that you submitted is safe. Load the page again to continue."
        onRetry={() => location.reload()}
      />
      <TypedTexts />
    </>
  );
}

/** An error of the console's own code has no correlation ID: that of the last request shows support what the page was doing. */
const withReference = (error: unknown): unknown =>
  error instanceof ApiError
    ? error
    : new ApiError(DEFAULT_ERROR_MESSAGE, 'console/failed', 0, null, lastCorrelationId());
