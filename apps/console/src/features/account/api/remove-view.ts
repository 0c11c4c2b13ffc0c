import type { RemoveViewBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /users/user/views/remove. */
export const removeView = ({ screen, name }: RemoveViewBody, options: WriteOptions): Promise<null> =>
  api.post<null>('/users/user/views/remove', { screen, name }, options);
