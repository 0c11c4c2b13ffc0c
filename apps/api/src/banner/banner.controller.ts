import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bannerRoutes } from '@throughline/contracts';
import { bannerDecider } from '@throughline/domain';
import { listBanners } from '@throughline/read-models';
import { readCache } from '../cache/read-cache.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { type RouteRequest, Serves } from '../http/serves.js';

type BannerRequest<Name extends keyof typeof bannerRoutes> = RouteRequest<(typeof bannerRoutes)[Name]>;

/** Every open page asks again and again: a node reads the banners once in this time. */
const BANNERS_TTL_MS = 1_000;

@Controller()
export class BannerController {
  private readonly shown;

  constructor(
    private readonly commands: CommandBus,
    @Inject(DATABASE) { db }: ApiDatabase,
  ) {
    this.shown = readCache(() => listBanners(db, new Date()), BANNERS_TTL_MS);
  }

  @Serves(bannerRoutes.list)
  async list() {
    return (await this.shown.fetch('all')) ?? [];
  }

  @Serves(bannerRoutes.switchOn)
  switchOn({ params: { bannerId }, body: { from, until, ...body }, context }: BannerRequest<'switchOn'>) {
    const times = { from: inUtc(from), until: inUtc(until), switchedAt: context.at };
    const command = { type: 'SwitchBannerOn', data: { bannerId, ...body, ...times } } as const;
    return this.commands.execute(new ExecuteCommand(bannerDecider, bannerId, command, context));
  }

  @Serves(bannerRoutes.switchOff)
  switchOff({ params: { bannerId }, body: { reason }, context }: BannerRequest<'switchOff'>) {
    const command = { type: 'SwitchBannerOff', data: { bannerId, reason, switchedAt: context.at } } as const;
    return this.commands.execute(new ExecuteCommand(bannerDecider, bannerId, command, context));
  }
}

const inUtc = (time: string): string => new Date(time).toISOString();
