import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import type { Request } from 'express';
import { shape } from '../http/shape.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { ResetPassword } from './reset-password.js';

/** What the portal asks of the identity provider for a person (access specification, section 7). */
@Controller('okta')
export class OktaController {
  constructor(private readonly commands: CommandBus) {}

  /** Not by `RunsOnce`: what it keeps of a request must not come from a password. The state token works once. */
  @Post('reset-password')
  @MayCall(anyone)
  @HttpCode(200)
  async resetPassword(
    @Body(shape(contract.resetPasswordBody)) body: contract.ResetPasswordBody,
    @Req() { correlationId }: Request,
  ) {
    await this.commands.execute(new ResetPassword(body, correlationId));
    return null;
  }
}
