import { Inject, Injectable } from '@nestjs/common';
import { fullName, maySeeQueue, roleOf } from '@throughline/domain';
import { listCompanyAccounts } from '@throughline/read-models';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE } from '../engines/engines.js';
import type { Colleagues } from './sanitise-note.js';

/** The people who read internal notes, and so may be mentioned in one. */
@Injectable()
export class ReadersOfInternalNotes {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
  ) {}

  /** The people whom a text may mention. The text is not sanitised yet. */
  async mentionable(html: string): Promise<Colleagues | undefined> {
    if (!html.includes('data-mention')) return undefined;
    const { operatorCompanyId } = this.config;
    const employees = await listCompanyAccounts(this.database.db, operatorCompanyId);
    return new Map(
      employees
        .filter((account) => maySeeQueue({ role: roleOf(account, operatorCompanyId) }))
        .map((account) => [account.userId, fullName(account)]),
    );
  }
}
