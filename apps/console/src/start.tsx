import type { ConsoleConfig } from '@throughline/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Container } from '@mui/material';
import { getDefaultStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { api } from './api/api.js';
import { queryClient } from './api/query-client.js';
import { adoptDrafts } from './features/referral/order-form/adopt-drafts.js';
import { clearOldDrafts } from './features/referral/order-form/draft-storage.js';
import { startLive } from './live/live.js';
import { router } from './routes/router.js';
import { followIdentity } from './session/follow-identity.js';
import { openIdentityProvider } from './session/identity-provider.js';
import { consoleConfigAtom, userAtom } from './session/session.js';
import { ConsoleTheme, paintScheme } from './theme/console-theme.js';
import { ErrorState } from './ui/error-state.js';

const CLEAR_EVERY_MS = 60_000;

/** Nothing can be shown before the API has said who the identity provider is. */
export async function start(): Promise<void> {
  paintScheme();
  keepDraftsForADay();
  adoptDraftsAtSignIn();
  const root = createRoot(document.getElementById('root') ?? document.body);
  try {
    const config = await api.get<ConsoleConfig>('/config');
    getDefaultStore().set(consoleConfigAtom, config);
    openIdentityProvider(config);
    startLive();
    void followIdentity();
    root.render(
      <ConsoleTheme>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConsoleTheme>,
    );
  } catch (error) {
    root.render(
      <ConsoleTheme>
        <Container maxWidth="sm" sx={{ py: 5 }}>
          <ErrorState title="Throughline could not be started" error={error} onRetry={() => location.reload()}>
            Nothing that was sent is lost.
          </ErrorState>
        </Container>
      </ConsoleTheme>,
    );
  }
}

/** A page may stay open for days, and no form that would find the draft be opened. */
function keepDraftsForADay(): void {
  const clear = () => {
    for (const storage of [localStorage, sessionStorage]) clearOldDrafts(storage, Date.now());
  };
  clear();
  setInterval(clear, CLEAR_EVERY_MS);
}

function adoptDraftsAtSignIn(): void {
  const store = getDefaultStore();
  store.sub(userAtom, () => {
    const user = store.get(userAtom);
    if (user !== null) adoptDrafts(localStorage, user.id);
  });
}
