import { Controller, Inject, Req } from '@nestjs/common';
import { signInRoutes } from '@throughline/contracts';
import type { Request } from 'express';
import { KeyedHash } from '../engines/keyed-hash.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import type { Caller } from '../identity/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { SignInSteps } from './sign-in-steps.js';

type SignInRequest<Name extends keyof typeof signInRoutes> = RouteRequest<(typeof signInRoutes)[Name]>;

/** Steps of a sign-in. Anybody who has the state token may take them, signed in or not: the provider decides what the state allows. */
@Controller()
export class SignInController {
  constructor(
    private readonly steps: SignInSteps,
    @Inject(RateLimits) private readonly limits: RateLimits,
    private readonly hash: KeyedHash,
  ) {}

  @Serves(signInRoutes.resetPassword)
  async resetPassword({ body, caller }: SignInRequest<'resetPassword'>, @Req() { correlationId }: Request) {
    await this.count(caller, body);
    await this.steps.take('/credentials/reset_password', body, correlationId);
    return null;
  }

  @Serves(signInRoutes.changePassword)
  async changePassword({ body, caller }: SignInRequest<'changePassword'>, @Req() { correlationId }: Request) {
    await this.count(caller, body);
    return this.steps.progress('/credentials/change_password', body, correlationId);
  }

  @Serves(signInRoutes.verifyFactor)
  async verifyFactor({ params, body, caller }: SignInRequest<'verifyFactor'>, @Req() { correlationId }: Request) {
    await this.count(caller, body);
    const { rememberDevice, ...step } = body;
    const path = `/factors/${params.factorId}/verify${rememberDevice ? '?rememberDevice=true' : ''}`;
    return this.steps.progress(path, step, correlationId);
  }

  @Serves(signInRoutes.enrollFactor)
  async enrollFactor({ params, body, caller }: SignInRequest<'enrollFactor'>, @Req() { correlationId }: Request) {
    await this.count(caller, body);
    return this.steps.enroll({ ...params, ...body, correlationId });
  }

  @Serves(signInRoutes.activateFactor)
  async activateFactor({ params, body, caller }: SignInRequest<'activateFactor'>, @Req() { correlationId }: Request) {
    await this.count(caller, body);
    return this.steps.activate({ ...params, ...body, correlationId });
  }

  /** Throws 429 above the limit. */
  private async count({ addressHash }: Caller, { stateToken }: { readonly stateToken: string }): Promise<void> {
    await this.limits.count('signInByAddress', addressHash);
    await this.limits.count('signInByToken', this.hash.of('state token', stateToken));
  }
}
