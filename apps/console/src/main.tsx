import './begin.js';
import './theme/fonts.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startLanguage } from './language/language.js';
import { keepTranslatedTextsCurrent } from './language/translated-page.js';
import { watchMissingCode } from './routes/router/missing-code.js';
import { rememberTypedTexts } from './routes/router/typed-texts.js';
import { router } from './routes/router/router.js';
import { ConsoleTheme, paintScheme, printLight } from './theme/console-theme.js';

paintScheme();
printLight();
watchMissingCode();
rememberTypedTexts();
keepTranslatedTextsCurrent();
const render = () =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <ConsoleTheme>
      <RouterProvider router={router} />
    </ConsoleTheme>,
  );
const texts = startLanguage();
if (texts) void texts.finally(render);
else render();
