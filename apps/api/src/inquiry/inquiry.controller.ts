import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { inquiryRoutes } from '@throughline/contracts';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ListInquiries, ReadInquiryAnswer } from './inquiry.queries.js';
import { WriteInquiries } from './write-inquiry.js';

type InquiryRequest<Name extends keyof typeof inquiryRoutes> = RouteRequest<(typeof inquiryRoutes)[Name]>;

@Controller()
export class InquiryController {
  constructor(
    private readonly queries: QueryBus,
    private readonly inquiries: WriteInquiries,
  ) {}

  @Serves(inquiryRoutes.createHelp)
  createHelp({ body: { description: text, subject, ...body }, caller, context }: InquiryRequest<'createHelp'>) {
    // The screen collects no subject, so it is sent empty.
    const typed = { source: 'help', subject: subject || null, text, ...body } as const;
    return this.inquiries.receive(typed, caller, context);
  }

  @Serves(inquiryRoutes.createContact)
  createContact({ body: { message: text, ...body }, caller, context }: InquiryRequest<'createContact'>) {
    return this.inquiries.receive({ source: 'contact', text, ...body }, caller, context);
  }

  @Serves(inquiryRoutes.list)
  list({ query, caller }: InquiryRequest<'list'>) {
    return this.queries.execute(new ListInquiries(query, caller));
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

  @Serves(inquiryRoutes.readAnswer)
  readAnswer({ params: { token }, caller }: InquiryRequest<'readAnswer'>) {
    return this.queries.execute(new ReadInquiryAnswer(token, caller));
  }
}
