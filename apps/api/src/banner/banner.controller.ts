import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bannerRoutes } from '@throughline/contracts';
import { bannerDecider } from '@throughline/domain';
import { listBanners } from '@throughline/read-models';
import { ExecuteCommand } from '../command/execute-command.js';
import { ReadModels } from '../engines/read-models.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ShownBanners } from '../live/shown-banners.js';

type BannerRequest<Name extends keyof typeof bannerRoutes> = RouteRequest<(typeof bannerRoutes)[Name]>;

@Controller()
export class BannerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly shown: ShownBanners,
  ) {}

  @Serves(bannerRoutes.list)
  list() {
    return this.shown.list();
  }

  @Serves(bannerRoutes.listPlanned)
  listPlanned({ query: { minPosition } }: BannerRequest<'listPlanned'>) {
    return this.readModels.readAt(minPosition, (db) => listBanners(db, new Date()));
  }

  @Serves(bannerRoutes.switchOn)
  switchOn({ params: { bannerId }, body: { from, until, seen, ...body }, context }: BannerRequest<'switchOn'>) {
    const times = { from: inUtc(from), until: inUtc(until), switchedAt: context.at };
    const command = { type: 'SwitchBannerOn', data: { bannerId, ...body, ...times, seen: asStored(seen) } } as const;
    return this.commands.execute(new ExecuteCommand(bannerDecider, bannerId, command, context));
  }

  @Serves(bannerRoutes.switchOff)
  switchOff({ params: { bannerId }, body: { seen, reason }, context }: BannerRequest<'switchOff'>) {
    const data = { bannerId, reason, seen: asStored(seen), switchedAt: context.at };
    const command = { type: 'SwitchBannerOff', data } as const;
    return this.commands.execute(new ExecuteCommand(bannerDecider, bannerId, command, context));
  }
}

const asStored = ({ textEs = null, ...seen }: BannerRequest<'switchOff'>['body']['seen']) => ({
  ...seen,
  textEs,
  from: seen.from && inUtc(seen.from),
  until: seen.until && inUtc(seen.until),
});

const inUtc = (time: string): string => new Date(time).toISOString();
