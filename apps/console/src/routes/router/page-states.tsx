import { DEFAULT_ERROR_MESSAGE } from '@throughline/contracts';
import { ORDER_FORM_HEADS } from '@throughline/domain';
import { Skeleton } from '@mui/material';
import { useEffect, useState } from 'react';
import { useLocation, useRouteError } from 'react-router-dom';
import { OrderFormAbout } from '../../features/referral/order-form/order-form-about.js';
import { ApiError } from '../../api/api-error.js';
import { lastCorrelationId } from '../../api/api.js';
import { siteStorage, tabStorage } from '../../session/storage/browser-storage.js';
import { draftKeys } from '../../session/storage/stored.js';
import { useOwner } from '../../session/use-owner.js';
import { Loading, useLate } from '../../ui/page/loading.js';
import { Page } from '../../ui/page/page.js';
import { TypedTexts } from './typed-texts.js';
import { isMissingCode, reloadOnce, reloadWhenReachable } from './missing-code.js';
import english from '../../../texts/en/shell.json' with { type: 'json' };
import { InReadersLanguage, textsOf, useWords } from '../../language/language.js';

const useTexts = textsOf('shell', english);

/** Shown in the frame while the first page's code is loading. The heading of an order form is known before that. */
export function PageLoading() {
  const t = useTexts();
  const { pathname } = useLocation();
  const words = useWords();
  const late = useLate(true);
  const form = Object.values(ORDER_FORM_HEADS).find(({ route }) => route === pathname);
  if (form) return <Page title={words(form.title)} about={<OrderFormAbout form={form} />} loading />;
  return (
    <>
      {late ? <Skeleton height={28} width={240} sx={{ mb: 1 }} /> : null}
      <Loading label={t('pageLoading')} />
    </>
  );
}

/** Shown for a page that threw an error, or whose code could not be loaded (a new version was installed, or there is no connection). */
export const PageFailed = () => (
  <InReadersLanguage>
    <PageError />
  </InReadersLanguage>
);

function PageError() {
  const t = useTexts();
  const error = useRouteError();
  const missing = isMissingCode(error);
  const owner = useOwner();
  const [hasDrafts] = useState(() => keepsDraftsOf(owner));
  useEffect(() => {
    if (!missing) return;
    void reloadOnce();
    const reload = () => void reloadWhenReachable();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [missing]);
  if (missing)
    return (
      <Page
        title={t('pageNotLoaded')}
        error={new Error(t('orderIsKept'))}
        errorTitle={t('loadAgain')}
        onRetry={() => void reloadWhenReachable()}
      />
    );
  return (
    <>
      <Page
        title={t('pageFailed')}
        error={withReference(error)}
        errorTitle={t(hasDrafts ? 'pageFailedDrafts' : 'pageFailedSafe')}
        onRetry={() => location.reload()}
      />
      <TypedTexts />
    </>
  );
}

/** Whether this browser has drafts of the person. The key of a draft contains its owner, and no ID contains a dot. */
const keepsDraftsOf = (owner: string): boolean =>
  [siteStorage, tabStorage].some((storage) => draftKeys(storage).some((key) => key.split('.').includes(owner)));

/** An error in the console's own code has no correlation ID: that of the last request tells support what the page was doing. */
const withReference = (error: unknown): unknown =>
  error instanceof ApiError
    ? error
    : new ApiError(DEFAULT_ERROR_MESSAGE, 'console/failed', 0, null, lastCorrelationId());
