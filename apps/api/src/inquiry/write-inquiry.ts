import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AnswerInquiryBody, type CloseInquiryBody, isEmail } from '@throughline/contracts';
import {
  type Answerer,
  dueAt,
  fullName,
  type InquiryCommand,
  inquiryDecider,
  type InquiryReceived,
  type ReopenInquiry,
  workingDaysAsDueDays,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { withDrawnId } from '../command/draw-id.js';
import { executeCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG, EVENT_STORE } from '../engines/engines.js';
import { signInRequired } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';

/** Working days within which a message is answered. */
const ANSWERED_WITHIN_WORKING_DAYS = 2;

/** The commands on messages of Contact Us and Help & Suggestions. Anybody may send one; the routes that settle them are for staff. */
@Injectable()
export class WriteInquiries {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'taskDayMs'>,
    private readonly limits: RateLimits,
  ) {}

  async receive(
    typed: Omit<InquiryReceived['data'], 'inquiryId' | 'canBeMailed' | 'receivedAt' | 'dueAt'>,
    caller: Caller,
    context: CommandContext,
  ): Promise<CommandResult<null>> {
    await this.limits.count('messageByAddress', caller.addressHash);
    const canBeMailed = isEmail(typed.email);
    const data = { ...typed, canBeMailed, receivedAt: context.at, dueAt: this.dueAt(context.at) };
    return withDrawnId(context, 'inquiry/taken', (inquiryId) =>
      this.execute(inquiryId, { type: 'ReceiveInquiry', data: { inquiryId, ...data } }, context),
    );
  }

  answer(inquiryId: string, { text, seen }: AnswerInquiryBody, caller: Caller, context: CommandContext) {
    const answerToken = randomBytes(32).toString('base64url');
    const data = { inquiryId, text, answerToken, by: answererOf(caller), answeredAt: context.at, seen };
    return this.execute(inquiryId, { type: 'AnswerInquiry', data }, context);
  }

  close(inquiryId: string, { reason, seen }: CloseInquiryBody, caller: Caller, context: CommandContext) {
    const data = { inquiryId, reason, by: answererOf(caller), closedAt: context.at, seen };
    return this.execute(inquiryId, { type: 'CloseInquiry', data }, context);
  }

  reopen(inquiryId: string, seen: ReopenInquiry['data']['seen'], caller: Caller, context: CommandContext) {
    const data = { inquiryId, by: answererOf(caller), reopenedAt: context.at, seen };
    return this.execute(inquiryId, { type: 'ReopenInquiry', data }, context);
  }

  private dueAt(openedAt: string): string {
    const { taskDayMs: dayMs = null } = this.config;
    const days = ANSWERED_WITHIN_WORKING_DAYS;
    return dueAt({ openedAt, dueDays: dayMs === null ? workingDaysAsDueDays(openedAt, days) : days, dayMs });
  }

  private async execute(id: string, command: InquiryCommand, context: CommandContext): Promise<CommandResult<null>> {
    return executeCommand(this.store, inquiryDecider, id, command, context);
  }
}

function answererOf({ account }: Caller): Answerer {
  if (account === null) throw signInRequired();
  return { userId: account.userId, name: fullName(account) };
}
