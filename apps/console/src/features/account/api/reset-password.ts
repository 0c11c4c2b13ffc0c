import type { ResetPasswordBody } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** The person of a mailed link chooses a password. Nobody is signed in by it. */
export const resetPassword = (body: ResetPasswordBody): Promise<null> => api.post<null>('/okta/reset-password', body);
