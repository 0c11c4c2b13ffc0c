import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { shape } from '../http/shape.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { FindUser } from './find-user.js';

@Controller('users')
export class AccountController {
  constructor(private readonly queries: QueryBus) {}

  @Get('user/email/:email')
  byEmail(@Param('email', shape(z.string().trim().max(200))) email: string, @FromCaller() caller: Caller) {
    return this.queries.execute(new FindUser(email, caller));
  }
}
