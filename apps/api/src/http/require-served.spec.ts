import { describe, expect, it } from '@jest/globals';
import { carrierRoutes, ROUTES } from '@throughline/contracts';
import { carriersDecider } from '@throughline/domain';
import { AppModule } from '../app.module.js';
import type { Engines } from '../engines/engines.js';
import { managedController } from '../managed-list/managed-controller.js';
import { requireServed } from './require-served.js';

describe('The API', () => {
  it('serves every route that the contracts state', () => {
    expect(() => AppModule.forRoot({} as Engines)).not.toThrow();
  });

  it('does not start with one that nothing serves', () => {
    const another = [...ROUTES, { endpoint: 'POST /carrier-pigeons' }] as const;
    expect(() => requireServed(AppModule.forRoot({} as Engines), another)).toThrow(
      'POST /carrier-pigeons has no handler. Is its controller named in app.module.ts, once?',
    );
  });

  it('does not start with a list of administrators whose state nothing projects', () => {
    expect(() => managedController(carrierRoutes, { ...carriersDecider, category: 'pigeons' })).toThrow(
      'pigeons is read as its state, and has no line in READ_AS_STATE.',
    );
  });
});
