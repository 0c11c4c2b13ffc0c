import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ResetPasswordBody } from '@throughline/contracts';
import { fetchWithin, type Logger } from '@throughline/platform';
import { type ApiConfig, CONFIG, LOGGER } from '../engines/engines.js';
import { HttpError, identityUnavailable } from '../http/http-error.js';
import { resetPasswordUrl } from '../identity/identity-provider.js';

/** POST /okta/reset-password: passed on to the identity provider. Signs nobody in. */
export class ResetPassword extends Command<void> {
  constructor(
    readonly body: ResetPasswordBody,
    readonly correlationId: string,
  ) {
    super();
  }
}

const TIMEOUT_MS = 10_000;

interface OktaError {
  readonly errorCode?: string;
  readonly errorSummary?: string;
  readonly errorCauses?: readonly { readonly errorSummary: string }[];
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    @Inject(CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws 403 for a state token that is invalid or used, 400 for a password that the provider refuses. */
  async execute({ body, correlationId }: ResetPassword): Promise<void> {
    const response = await fetchWithin(TIMEOUT_MS, resetPasswordUrl(this.config), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      this.logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
      return null;
    });
    if (response?.ok) return;
    throw refusalOf(((await response?.json().catch(() => null)) as OktaError | null | undefined) ?? {});
  }
}

function refusalOf({ errorCode, errorSummary = '', errorCauses = [] }: OktaError): HttpError {
  switch (errorCode) {
    case 'E0000011':
      return new HttpError(403, 'identity/invalid-token', errorSummary);
    case 'E0000014': {
      const message = errorCauses.map((cause) => cause.errorSummary).join('. ') || errorSummary;
      return new HttpError(400, 'identity/password-refused', message, { errors: { newPassword: message } });
    }
    default:
      return identityUnavailable();
  }
}
