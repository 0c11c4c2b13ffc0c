import { Inject, Injectable } from '@nestjs/common';
import { PHONE_NOT_VALID, type SignInProgress } from '@throughline/contracts';
import { fetchWithin, type Logger } from '@throughline/platform';
import { z } from 'zod';
import { type ApiConfig, CONFIG, LOGGER } from '../engines/engines.js';
import { HttpError, identityUnavailable, notFound } from '../http/http-error.js';
import { authnUrl } from '../identity/identity-provider.js';

const TIMEOUT_MS = 10_000;

const transaction = z.object({
  status: z.string(),
  sessionToken: z.string().optional(),
  _embedded: z
    .object({ user: z.object({ id: z.string() }).optional(), factor: z.object({ id: z.string() }).optional() })
    .optional(),
});
type Transaction = z.infer<typeof transaction>;

interface Enrolment {
  readonly userId: string;
  readonly stateToken: string;
  readonly correlationId: string;
}

/** Passes steps of a sign-in to the identity provider, and translates its refusals to the words and codes of this API. */
@Injectable()
export class SignInSteps {
  constructor(
    @Inject(CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one call of the provider's authentication API. Throws its refusal, and 503 for an answer that cannot be parsed. */
  async take(path: string, body: object, correlationId: string): Promise<Transaction> {
    const response = await fetchWithin(TIMEOUT_MS, authnUrl(this.config, path), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      this.logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
      return null;
    });
    const answer: unknown = await response?.json().catch(() => null);
    if (!response?.ok) throw refusalOf(answer, response?.headers.get('retry-after'));
    const { data, error } = transaction.safeParse(answer);
    if (data) return data;
    this.logger.warn({ err: error, correlationId }, 'identity provider answered no transaction');
    throw identityUnavailable();
  }

  async progress(path: string, body: object, correlationId: string): Promise<SignInProgress> {
    const { status, sessionToken } = await this.take(path, body, correlationId);
    return { status, sessionToken: sessionToken ?? null };
  }

  /**
   * Has a code sent to a phone. The sign-in must be in the state that enrols a phone: a person with an enrolled phone cannot replace it
   * with the password alone.
   */
  async enroll({ phone, ...of }: Enrolment & { readonly phone: string }) {
    const { stateToken, correlationId } = of;
    // The person wants another code, or another phone after a typing mistake.
    if ((await this.requireOwner(of)) === 'MFA_ENROLL_ACTIVATE') {
      await this.take('/previous', { stateToken }, correlationId);
    }
    const { _embedded } = await this.take(
      '/factors?updatePhone=true',
      { stateToken, factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: `+1${phone}` } },
      correlationId,
    );
    if (_embedded?.factor === undefined) throw identityUnavailable();
    return { status: 'PENDING_ACTIVATION', id: _embedded.factor.id } as const;
  }

  async activate({ factorId, passCode, ...of }: Enrolment & { readonly factorId: string; readonly passCode: string }) {
    const { stateToken, correlationId } = of;
    await this.requireOwner(of);
    await this.take(`/factors/${factorId}/lifecycle/activate`, { stateToken, passCode }, correlationId);
    return { status: 'ACTIVE' } as const;
  }

  /** The state of the sign-in. Throws 403 unless it belongs to this user and enrols a phone (docs/promises.md 1.3). */
  private async requireOwner({ userId, stateToken, correlationId }: Enrolment): Promise<string> {
    const { status, _embedded } = await this.take('', { stateToken }, correlationId);
    if (_embedded?.user?.id !== userId || !ENROLLING.includes(status)) throw invalidToken();
    return status;
  }
}

const ENROLLING = ['MFA_ENROLL', 'MFA_ENROLL_ACTIVATE'];

const oktaError = z.object({
  errorCode: z.string(),
  errorSummary: z.string().default(''),
  errorCauses: z.array(z.object({ errorSummary: z.string() })).default([]),
});

const invalidToken = () => new HttpError(403, 'identity/invalid-token', 'Invalid token provided');

/** The provider's refusal in its own words, which are those of the specification's error catalogue (section 8). */
function refusalOf(answer: unknown, retryAfter: string | null | undefined): HttpError {
  const { data } = oktaError.safeParse(answer);
  if (data === undefined) return identityUnavailable();
  const { errorCode, errorSummary } = data;
  const causes = data.errorCauses.map((cause) => cause.errorSummary);
  const reasons = causes.join('. ') || errorSummary;
  switch (errorCode) {
    case 'E0000011':
      return new HttpError(403, 'identity/invalid-token', errorSummary);
    case 'E0000014': {
      const field = causes.every((cause) => /^old ?password/i.test(cause)) && causes.length > 0 ? 'old' : 'new';
      return new HttpError(400, 'identity/password-refused', reasons, { errors: { [`${field}Password`]: reasons } });
    }
    case 'E0000068':
      return new HttpError(400, 'identity/code-refused', errorSummary, { errors: { passCode: errorSummary } });
    case 'E0000098':
      return new HttpError(400, 'identity/phone-refused', PHONE_NOT_VALID, { errors: { phone: PHONE_NOT_VALID } });
    case 'E0000001':
      return new HttpError(400, 'identity/refused', reasons);
    case 'E0000079':
      return new HttpError(409, 'identity/wrong-state', errorSummary);
    case 'E0000007':
      return notFound('factor');
    case 'E0000047':
      return new HttpError(429, 'request/too-many', errorSummary, { retryAfterSeconds: Number(retryAfter) || 30 });
    default:
      return identityUnavailable();
  }
}
