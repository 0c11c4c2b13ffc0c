import './begin.js';
import './theme/fonts.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { clearKeptDrafts } from './features/referral/order-form/kept-drafts.js';
import { watchMissingCode } from './routes/missing-code.js';
import { router } from './routes/router.js';
import { ConsoleTheme, paintScheme } from './theme/console-theme.js';

const CLEAR_INTERVAL_MS = 60_000;

paintScheme();
watchMissingCode();
keepDraftsForADay();
createRoot(document.getElementById('root') ?? document.body).render(
  <ConsoleTheme>
    <RouterProvider router={router} />
  </ConsoleTheme>,
);

/** If the code that reads drafts cannot be loaded, the next run tries again. */
function keepDraftsForADay(): void {
  const clear = () => void clearKeptDrafts(Date.now()).catch(() => undefined);
  clear();
  setInterval(clear, CLEAR_INTERVAL_MS);
}
