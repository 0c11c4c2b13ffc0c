import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { listViewsQuery, SavedViews } from '@throughline/contracts';
import { listSavedViews, waitUntilProjected } from '@throughline/read-models';
import type { z } from 'zod';
import { Engines } from '../engine/engines.js';
import type { Caller } from '../identity/caller.js';

/** GET /users/user/views: what the caller keeps of a screen. */
export class ListViews extends Query<SavedViews> {
  constructor(
    readonly asked: z.output<typeof listViewsQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListViews)
export class ListViewsHandler implements IQueryHandler<ListViews> {
  constructor(private readonly engines: Engines) {}

  async execute({ asked: { screen, minPosition }, caller }: ListViews): Promise<SavedViews> {
    const { db } = this.engines;
    await waitUntilProjected(db, minPosition);
    return listSavedViews(db, caller.actor.userId ?? '', screen);
  }
}
