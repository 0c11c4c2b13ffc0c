import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { InquiryAnswer, InquiryList, listInquiriesQuery } from '@throughline/contracts';
import { findInquiryAnswer, listInquiries } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { reachPosition } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';

/** GET /messages: for the provider's people. */
export class ListInquiries extends Query<InquiryList> {
  constructor(
    readonly query: z.output<typeof listInquiriesQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListInquiries)
export class ListInquiriesHandler implements IQueryHandler<ListInquiries> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query: { minPosition, ...query }, caller }: ListInquiries): Promise<InquiryList> {
    await reachPosition(this.database.db, minPosition);
    const list = await listInquiries(this.database.db, query);
    // The navigation asks for the count alone.
    if (query.pageSize > 0) await this.accessLog.record({ caller, screen: 'Messages' });
    return list;
  }
}

/** How long a mailed link opens the answer. */
const LINK_MAX_AGE_MS = 30 * 24 * 3_600_000;

/** GET /messages/answer/{token}: for whoever has the mailed link. */
export class ReadInquiryAnswer extends Query<InquiryAnswer> {
  constructor(
    readonly token: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadInquiryAnswer)
export class ReadInquiryAnswerHandler implements IQueryHandler<ReadInquiryAnswer> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly lookUps: OpenLookUps,
  ) {}

  async execute({ token, caller }: ReadInquiryAnswer): Promise<InquiryAnswer> {
    const since = new Date(Date.now() - LINK_MAX_AGE_MS);
    const answer = await this.lookUps.run(caller, 'Answer to a message', token, () =>
      findInquiryAnswer(this.database.db, token, since),
    );
    if (!answer) throw notFound('answer');
    return answer;
  }
}
