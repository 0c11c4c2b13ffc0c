import { describe, expect, it } from '@jest/globals';
import { Reflector } from '@nestjs/core';
import { catalogueRoutes, taskRoutes } from '@throughline/contracts';
import { CommandResult } from '../command/command-context.js';
import { RouteMetadata } from './request-parts.js';
import { type RouteRequest, Serves } from './serves.js';

describe('A handler', () => {
  class Handlers {
    @Serves(taskRoutes.claim)
    claim({ context }: RouteRequest<typeof taskRoutes.claim>) {
      return new CommandResult(null, context.at.length);
    }

    // @ts-expect-error A command answers with its position.
    @Serves(taskRoutes.release)
    release() {
      return null;
    }

    // @ts-expect-error These are not companies.
    @Serves(catalogueRoutes.listCompanies)
    listCompanies() {
      return [{ name: 'Saguaro Health Plan' }];
    }

    // @ts-expect-error The body is that of another route.
    @Serves(taskRoutes.stop)
    stop({ body }: RouteRequest<typeof taskRoutes.move>) {
      return new CommandResult(null, body.itemIds.length);
    }

    // @ts-expect-error The parameter has another name.
    readonly taskOf = ({ params }: RouteRequest<typeof taskRoutes.claim>) => params.task;
  }

  it('carries its route for the guards', () => {
    const { claim } = Handlers.prototype;
    expect(new Reflector().get(RouteMetadata, claim)).toBe(taskRoutes.claim);
  });
});
