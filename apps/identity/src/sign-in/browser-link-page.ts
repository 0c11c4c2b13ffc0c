import { type MailText, translateIn } from '@throughline/mail-texts';
import type { Response } from 'express';
import { randomSecret } from '../secret.js';

/* The page of a mailed link, in the colors of the portal: a page that looked different would be taken for a fraud. */

interface Page {
  readonly status: number;
  readonly title: MailText;
  readonly body: (t: Translate) => string;
}

type Translate = ReturnType<typeof translateIn>;

export const OFFER: Page = {
  status: 200,
  title: 'browserLinkTitle',
  body: (t) => `<p>${t('browserLinkOffer')}</p>
      <p>${t('browserLinkWarning')}</p>
      <form method="post"><button>${t('browserLinkContinue')}</button></form>`,
};

export const EXPIRED: Page = {
  status: 404,
  title: 'browserLinkExpiredTitle',
  body: (t) => `<p>${t('browserLinkExpired')}</p><p><a href="/">${t('toPortal')}</a></p>`,
};

const STYLES = `
      :root { color-scheme: light dark; color: light-dark(#0f172a, #e6ebf2); background: light-dark(#f6f8fa, #0d1420);
        font: 0.875rem/1.5 system-ui, sans-serif; --primary: light-dark(#115e59, #5cd6c8); }
      body { margin: 0; }
      header { display: flex; align-items: center; gap: 0.5rem; height: 3.5rem; padding: 0 1.5rem; font-size: 1rem; font-weight: 600;
        background: light-dark(#ffffff, #141d2b); border-bottom: 1px solid light-dark(#e2e8f0, #26334a); }
      svg { color: var(--primary); }
      main { box-sizing: border-box; max-width: 32rem; margin: 2.5rem auto; padding: 1.5rem; border-radius: 6px;
        background: light-dark(#ffffff, #141d2b); border: 1px solid light-dark(#e2e8f0, #26334a); }
      @media (max-width: 36rem) { header { padding: 0 1rem; } main { margin: 1rem; } }
      h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; overflow-wrap: anywhere; }
      button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.5rem; border: 0; border-radius: 6px; cursor: pointer;
        color: light-dark(#ffffff, #042f2e); background: var(--primary); }
      a { color: var(--primary); display: inline-block; min-height: 1.5rem; }
      :focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }`;

/** The portal's logo: a line for completed steps, a knot, and dots for future steps. */
const MARK = `<svg width="36" height="20" viewBox="0 0 36 20" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"
        aria-hidden="true"><path d="M2 10h14" /><circle cx="20" cy="10" r="3" fill="currentColor" stroke="none" /><path d="M27 10h.01M33.5 10h.01" /></svg>`;

/** Sends the page in the browser's language. It may only use its own style and its own form: no script, no file, no frame around it. */
export function sendPage(response: Response, { status, title, body }: Page): void {
  const language = response.req.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en';
  const t = translateIn(language);
  const nonce = randomSecret();
  response.set({
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'`,
    'Referrer-Policy': 'same-origin',
  });
  response.vary('Accept-Language').status(status).type('html').send(`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${t(title)} · Throughline</title>
    <style nonce="${nonce}">${STYLES}
    </style>
  </head>
  <body>
    <header>${MARK} Throughline</header>
    <main>
      <h1>${t(title)}</h1>
      ${body(t)}
    </main>
  </body>
</html>
`);
}
