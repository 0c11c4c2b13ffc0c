import pg from 'pg';

export interface Page {
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
}

const COLUMNS = `referral_id, submitted_at, referrer_last_name, referrer_first_name, referrer_email, company_id, company,
  member_last_name, member_first_name, insurance_medicaid, status, statuses`;

/**
 * What somebody would write for this one page: prepared statements over the same tables and indexes, on one connection, without the
 * snapshot that ours needs for the live feed.
 */
export async function openListByHand(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const ask = (name: string, text: string, values: readonly unknown[]) =>
    client.query({ name, text, values: [...values] });
  return {
    async page({ page, pageSize, search }: Page): Promise<void> {
      if (search === '') {
        await ask('counts', `select label, units from referral_list_tally where scope = 'all' and units > 0`, []);
        await ask(
          'page',
          `select ${COLUMNS} from (select referral_id from referral_list order by referral_id desc limit $1 offset $2) page
             join referral_list using (referral_id) order by referral_id desc`,
          [pageSize, page * pageSize],
        );
        return;
      }
      const words = search.split(' ').map((word) => `%${word}%`);
      const found = words.map((_, index) => `search like $${index + 1}`).join(' and ');
      await ask(
        `counts ${words.length}`,
        `select statuses, count(*) from referral_list where ${found} group by 1`,
        words,
      );
      await ask(
        `page ${words.length}`,
        `with hit as materialized (select ${COLUMNS} from referral_list where ${found})
         select * from hit order by referral_id desc limit ${pageSize} offset ${page * pageSize}`,
        words,
      );
    },
    close: () => client.end(),
  };
}
