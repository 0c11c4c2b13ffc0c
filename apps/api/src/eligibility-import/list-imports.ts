import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { EligibleMembers } from '@throughline/contracts';
import { countEligiblePatients, listEligibilityImports, waitUntilProjected } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';

/** GET /eligible-patients/imports: files that were taken in, and how many members there are. */
export class ListImports extends Query<EligibleMembers> {
  constructor(readonly minPosition: number) {
    super();
  }
}

@QueryHandler(ListImports)
export class ListImportsHandler implements IQueryHandler<ListImports> {
  constructor(private readonly engines: Engines) {}

  async execute({ minPosition }: ListImports): Promise<EligibleMembers> {
    const { db } = this.engines;
    await waitUntilProjected(db, minPosition);
    const [programmes, imports] = await Promise.all([countEligiblePatients(db), listEligibilityImports(db)]);
    return { programmes: [...programmes], imports: [...imports] };
  }
}
