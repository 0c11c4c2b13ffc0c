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
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('shell', english);

/** Shown in the frame while the first page's code is loaded. The heading of an order form is known before. */
export function PageComing() {
  const say = useTexts();
  const { pathname } = useLocation();
  const words = useWords();
  const late = useLate(true);
  const form = orderFormAt(pathname);
  if (form) return <Page title={words(form.title)} about={<OrderFormAbout form={form} />} loading />;
  return (
    <>
      {late ? <Skeleton height={28} width={240} sx={{ mb: 1 }} /> : null}
      <Coming label={say('pageComing')} />
    </>
  );
}

/** Shown for a page that threw an error, or whose code could not be loaded (a new version was installed, or there is no connection). */
export function PageFailed() {
  const say = useTexts();
  const error = useRouteError();
  const missing = isMissingCode(error);
  useEffect(() => {
    if (missing) void reloadOnce();
  }, [missing]);
  if (missing)
    return (
      <Page
        title={say('pageNotLoaded')}
        error={new Error(say('orderIsKept'))}
        errorTitle={say('loadAgain')}
        onRetry={() => void reloadWhenReachable()}
      />
    );
  return (
    <>
      <Page
        title={say('pageFailed')}
        error={withReference(error)}
        errorTitle={say('pageFailedSafe')}
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
