import { Controller, Inject } from '@nestjs/common';
import { inquiryRoutes } from '@throughline/contracts';
import { findInquiryAnswer, listInquiries } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';
import { WriteInquiries } from './write-inquiry.js';

type InquiryRequest<Name extends keyof typeof inquiryRoutes> = RouteRequest<(typeof inquiryRoutes)[Name]>;

/** For how long a mailed link opens the answer. */
const LINK_MAX_AGE_MS = 30 * 24 * 3_600_000;

@Controller()
export class InquiryController {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    private readonly lookUps: OpenLookUps,
    private readonly inquiries: WriteInquiries,
  ) {}

  @Serves(inquiryRoutes.createHelp)
  createHelp({ body: { description: text, subject, ...body }, caller, context }: InquiryRequest<'createHelp'>) {
    // The screen asks for no subject, so an empty one is sent.
    const typed = { source: 'help', subject: subject || null, text, ...body } as const;
    return this.inquiries.receive(typed, caller, context);
  }

  @Serves(inquiryRoutes.createContact)
  createContact({ body: { message: text, ...body }, caller, context }: InquiryRequest<'createContact'>) {
    return this.inquiries.receive({ source: 'contact', text, ...body }, caller, context);
  }

  @Serves(inquiryRoutes.list)
  list({ query: { minPosition, ...query }, caller }: InquiryRequest<'list'>) {
    return this.readModels.readAt(minPosition, async (db) => {
      const list = await listInquiries(db, query);
      // The navigation asks only for the count, which is not recorded.
      if (query.pageSize > 0) {
        const rowIds = list.rows.map(({ inquiryId }) => inquiryId);
        await this.accessLog.record({ caller, screen: 'Messages', rowIds });
      }
      return list;
    });
  }

  @Serves(inquiryRoutes.answer)
  answer({ params: { id }, body, caller, context }: InquiryRequest<'answer'>) {
    return this.inquiries.answer(id, body, caller, context);
  }

  @Serves(inquiryRoutes.close)
  close({ params: { id }, body, caller, context }: InquiryRequest<'close'>) {
    return this.inquiries.close(id, body, caller, context);
  }

  @Serves(inquiryRoutes.reopen)
  reopen({ params: { id }, body: { seen }, caller, context }: InquiryRequest<'reopen'>) {
    return this.inquiries.reopen(id, seen, caller, context);
  }

  /** Needs no sign-in: the token in the mailed link is the permission. */
  @Serves(inquiryRoutes.readAnswer)
  async readAnswer({ params: { token }, caller }: InquiryRequest<'readAnswer'>) {
    const since = new Date(Date.now() - LINK_MAX_AGE_MS);
    const answer = await this.lookUps.run(
      caller,
      'Answer to a message',
      token,
      () => findInquiryAnswer(this.database.db, token, since),
      () => ({}),
    );
    if (!answer) throw notFound('answer');
    return answer;
  }
}
