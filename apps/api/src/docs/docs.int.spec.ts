import { afterAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { methodOf, ROUTES } from '@throughline/contracts';
import { routerPath } from '../http/serves.js';
import { startApi } from '../testing/api-under-test.js';

const api = await startApi();
afterAll(() => api.close());

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** The routes that Express serves under /api. */
function servedRoutes(app: INestApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    route?.path.startsWith('/api/') ? Object.keys(route.methods).map((method) => `${method} ${route.path}`) : [],
  );
}

describe('The documentation', () => {
  it('states every route that is served, and none that is not', () => {
    const stated = ROUTES.map((route) => `${methodOf(route).toLowerCase()} /api${routerPath(route)}`);
    expect(servedRoutes(api.app).sort()).toEqual(stated.sort());
  });

  it('is an OpenAPI document, and a page that runs under a strict policy', async () => {
    const document = (await (await fetch(`${api.origin}/api/docs.json`)).json()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/referrals/referral/{id}/limited');
    const page = await fetch(`${api.origin}/api/docs`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).not.toMatch(/<script>|<style/);
    for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      const answer = await fetch(`${api.origin}/api/docs/${asset}`);
      expect({ asset, found: answer.ok, empty: (await answer.text()) === '' }).toEqual({
        asset,
        found: true,
        empty: false,
      });
    }
    // No other file of the package is served.
    for (const asset of ['oauth2-redirect.html', 'swagger-ui.js', 'package.json']) {
      expect((await fetch(`${api.origin}/api/docs/${asset}`)).status).toBe(404);
    }
  });
});
