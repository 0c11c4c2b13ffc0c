import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServiceWarnings } from './service-warnings.js';

/** The markup for an answer of the readiness check. */
function shown(certificates?: { readonly ok: true; readonly detail?: string }): string {
  const client = new QueryClient();
  if (certificates) client.setQueryData(['health'], { database: { ok: true }, certificates });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(ServiceWarnings)));
}

describe('The notice of what will stop the portal', () => {
  it('says which certificate ends, and where it is said how to renew it', () => {
    const html = shown({ ok: true, detail: 'The certificate of the event log (EVENT_STORE_URL) ends on 2027-11-28.' });
    expect(html).toContain('role="alert"');
    expect(html).toMatch(/\(EVENT_STORE_URL\) ends on 2027-11-28\. .*Renew a certificate/);
  });

  it('is not there without a warning, nor while nothing is known', () => {
    expect(shown({ ok: true })).toBe('');
    expect(shown()).toBe('');
  });
});
