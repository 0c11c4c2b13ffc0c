import { Controller, Inject, Req, StreamableFile, UnsupportedMediaTypeException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  CATALOGUE_FILE_TYPE,
  CATALOGUE_PICTURES,
  catalogueRoutes,
  type CatalogueVersions,
  type CheckedCatalogue,
  type ItemsByCategory,
} from '@throughline/contracts';
import {
  type CatalogueItem,
  catalogueDecider,
  catalogueDifference,
  catalogueInSpanish,
  COMPANIES,
} from '@throughline/domain';
import { findCatalogueItems, listCatalogueVersions } from '@throughline/read-models';
import type { Request } from 'express';
import { ExecuteCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { CATALOGUE, type Engines } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { catalogueCsv } from './catalogue-csv.js';
import { PlanCatalogueRequest, uploadedCatalogue } from './plan-catalogue.js';

type CatalogueRequest<Name extends keyof typeof catalogueRoutes> = RouteRequest<(typeof catalogueRoutes)[Name]>;

const MAX_ANSWERED_FAULTS = 100;

/** The items that can be ordered, the versions of the catalogue, and the companies that people work for. */
@Controller()
export class CatalogueController {
  constructor(
    private readonly commands: CommandBus,
    private readonly models: ReadModels,
    private readonly catalogue: ActiveCatalogue,
    @Inject(CATALOGUE) private readonly supplied: Engines['catalogue'],
  ) {}

  @Serves(catalogueRoutes.listItems)
  async listItems({ body, caller }: CatalogueRequest<'listItems'>) {
    await this.catalogue.requireGroup(body.groupId);
    return itemsByCategory(await this.catalogue.itemsFor(body, caller.account), this.supplied.titles);
  }

  @Serves(catalogueRoutes.listOffered)
  async listOffered({ body: { catalogueIds, ...question }, caller }: CatalogueRequest<'listOffered'>) {
    await this.catalogue.requireGroup(question.groupId);
    const offered = await this.catalogue.itemsFor({ ...question, state: null }, caller.account);
    return offered.flatMap(({ id }) => (catalogueIds.includes(id) ? [id] : []));
  }

  @Serves(catalogueRoutes.listWords)
  async listWords() {
    return catalogueInSpanish(await this.catalogue.items());
  }

  @Serves(catalogueRoutes.listCompanies)
  listCompanies() {
    return COMPANIES;
  }

  @Serves(catalogueRoutes.listVersions)
  listVersions({ query: { minPosition } }: CatalogueRequest<'listVersions'>): Promise<CatalogueVersions> {
    return this.models.readAt(minPosition, async (db) => {
      const { versions, active } = await listCatalogueVersions(db);
      return {
        versions,
        activeVersionId: active?.versionId ?? null,
        itemCount: active?.itemCount ?? this.supplied.items.length,
      };
    });
  }

  /** The faults of a file, or what it would change. Both routes pass on the request itself, because its body is a stream. */
  @Serves(catalogueRoutes.checkVersion)
  async checkVersion(_: CatalogueRequest<'checkVersion'>, @Req() request: Request): Promise<CheckedCatalogue> {
    const { items, faults } = await uploadedCatalogue(ofCsv(request), this.supplied.titles);
    const active = await this.catalogue.read();
    return {
      faults: faults.slice(0, MAX_ANSWERED_FAULTS),
      faultCount: faults.length,
      difference: faults.length > 0 ? null : catalogueDifference(active.items, items),
      comparedWith: active.versionId,
    };
  }

  @Serves(catalogueRoutes.planVersion)
  planVersion({ query, context }: CatalogueRequest<'planVersion'>, @Req() request: Request) {
    return this.commands.execute(new PlanCatalogueRequest(query, ofCsv(request), context));
  }

  @Serves(catalogueRoutes.cancelVersion)
  cancelVersion({ params: { id: versionId }, body: { reason }, context }: CatalogueRequest<'cancelVersion'>) {
    const command = { type: 'CancelCatalogue', data: { versionId, reason, canceledAt: context.at } } as const;
    return this.commands.execute(new ExecuteCommand(catalogueDecider, versionId, command, context));
  }

  @Serves(catalogueRoutes.exportVersion)
  exportVersion({ query: { version, minPosition } }: CatalogueRequest<'exportVersion'>): Promise<StreamableFile> {
    return this.models.readAt(minPosition, async (db) => {
      const items = version === undefined ? (await this.catalogue.read()).items : await findCatalogueItems(db, version);
      if (items === undefined) throw notFound('catalogue');
      return new StreamableFile(Buffer.from(catalogueCsv(items)), {
        type: 'text/csv; charset=utf-8',
        disposition: 'attachment; filename="catalogue.csv"',
      });
    });
  }
}

function ofCsv(request: Request): Request {
  if (!request.is(CATALOGUE_FILE_TYPE)) throw new UnsupportedMediaTypeException();
  return request;
}

/** An item without a picture if this installation does not have its picture. */
function itemsByCategory(items: readonly CatalogueItem[], titles: ReadonlyMap<string, string>): ItemsByCategory {
  const byCategory: ItemsByCategory = {};
  for (const { id, itemCategory, item, description, hcpcs, image, options } of items) {
    const imageAlt = image === null ? null : (titles.get(image) ?? null);
    const ofCategory = (byCategory[itemCategory] ??= []);
    ofCategory.push({
      id,
      itemCategory,
      item,
      description,
      hcpcs,
      imageAlt,
      image: imageAlt && `${CATALOGUE_PICTURES}/${image}`,
      options: options.map(({ nameEs: _, ...option }) => option),
    });
  }
  return byCategory;
}
