import type { SaveViewBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /users/user/views: the same name again replaces. Rejects with `account/too-many-views`. */
export const saveView = (view: SaveViewBody, options: WriteOptions): Promise<null> =>
  api.post<null>('/users/user/views', view, options);
