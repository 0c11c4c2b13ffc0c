import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ResetPasswordBody } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';
import { resetPasswordUrl } from '../identity/provider-urls.js';

/** POST /okta/reset-password: the identity provider takes the password; nobody is signed in by it. */
export class ResetPassword extends Command<void> {
  constructor(
    readonly body: ResetPasswordBody,
    readonly correlationId: string,
  ) {
    super();
  }
}

const ANSWERS_WITHIN_MS = 10_000;

interface OktaError {
  readonly errorCode?: string;
  readonly errorSummary?: string;
  readonly errorCauses?: readonly { readonly errorSummary: string }[];
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(private readonly engines: Engines) {}

  /** Throws 403 for a state token that does not hold (any more), 400 for a password that the provider does not take. */
  async execute({ body, correlationId }: ResetPassword): Promise<void> {
    const answer = await fetch(resetPasswordUrl(this.engines.config), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    }).catch((error: unknown) => {
      this.engines.logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
      return null;
    });
    if (answer?.ok) return;
    throw refusalOf(((await answer?.json().catch(() => null)) as OktaError | null | undefined) ?? {});
  }
}

function refusalOf({ errorCode, errorSummary = '', errorCauses = [] }: OktaError): Refusal {
  switch (errorCode) {
    case 'E0000011':
      return new Refusal(403, 'identity/invalid-token', errorSummary);
    case 'E0000014': {
      const message = errorCauses.map((cause) => cause.errorSummary).join('. ') || errorSummary;
      return new Refusal(400, 'identity/password-refused', message, { errors: { newPassword: message } });
    }
    default:
      return new Refusal(503, 'identity/unavailable', 'Sign-in is briefly unavailable. Please try again.');
  }
}
