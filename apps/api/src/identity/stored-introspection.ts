import { sql, type Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import type { ApiSchema } from '../engines/api-schema.js';

/** How long an answer is valid. */
const TTL_SECONDS = 60;
/** After a failure, no node asks again for this long. */
const RETRY_AFTER_SECONDS = 5;
/** Longer than the lifetime of any token. */
const RETENTION_SECONDS = 24 * 3600;

/**
 * Introspection whose answers all nodes of the API share through the database: one call per token and minute, because a tenant limits the
 * number of calls. Times are those of the database, because the clocks of the nodes differ.
 */
export class StoredIntrospection {
  constructor(
    private readonly db: Kysely<ApiSchema>,
    private readonly introspect: (token: string) => Promise<boolean>,
  ) {}

  /** Rejects like `introspect`, and if another node's call has just failed. */
  async isActive(token: string): Promise<boolean> {
    const hash = createHash('sha256').update(token).digest('base64url');
    if (await this.claimCall(hash)) return this.callAndStore(hash, token);
    const stored = await this.db
      .selectFrom('token_answer')
      .select([
        'active',
        sql<boolean>`answered_at > now() - make_interval(secs => ${TTL_SECONDS + RETRY_AFTER_SECONDS})`.as('isValid'),
      ])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    // Another node's first call for this token has not returned yet: both nodes call.
    if (stored?.active == null) return this.callAndStore(hash, token);
    if (!stored.isValid) throw new Error('the identity provider has not answered another node');
    return stored.active;
  }

  /** True if this node makes the call to the provider for this period. */
  private async claimCall(hash: string): Promise<boolean> {
    const { rows } = await sql`
      insert into token_answer (token_hash, asked_at) values (${hash}, now())
      on conflict (token_hash) do update set asked_at = now()
       where token_answer.asked_at <= now() - make_interval(secs => ${TTL_SECONDS})
      returning true`.execute(this.db);
    return rows.length > 0;
  }

  private async callAndStore(hash: string, token: string): Promise<boolean> {
    try {
      const active = await this.introspect(token);
      await sql`
        update token_answer set active = ${active}, answered_at = now() where token_hash = ${hash}`.execute(this.db);
      await sql`
        delete from token_answer where asked_at < now() - make_interval(secs => ${RETENTION_SECONDS})`.execute(this.db);
      return active;
    } catch (error) {
      await sql`
        update token_answer set asked_at = now() - make_interval(secs => ${TTL_SECONDS - RETRY_AFTER_SECONDS})
         where token_hash = ${hash}`.execute(this.db);
      throw error;
    }
  }
}
