import { accountRoutes } from '../account.routes.js';
import { adminActRoutes } from '../admin-act.routes.js';
import { bannerRoutes } from '../banner.routes.js';
import { catalogueRoutes } from '../catalogue.routes.js';
import { eligibilityRoutes } from '../eligibility.routes.js';
import { failureRoutes } from '../failure.routes.js';
import { fileRoutes } from '../file.routes.js';
import { healthRoutes } from '../health.routes.js';
import { historyRoutes } from '../history.routes.js';
import { inquiryRoutes } from '../inquiry.routes.js';
import { taskRoutes } from '../item-task.routes.js';
import { manageAccountRoutes } from '../manage-account.routes.js';
import { orderingGroupRoutes } from '../ordering-group.routes.js';
import { noteTemplateRoutes } from '../note-template.routes.js';
import { noteRoutes } from '../note.routes.js';
import { notificationRoutes } from '../notification.routes.js';
import { referralRoutes } from '../referral.routes.js';
import { signInRoutes } from '../sign-in.routes.js';
import { taskActRoutes } from '../task-act.routes.js';
import type { Route } from './route.js';

/** Every noun with its routes, in the order of the documentation. What they state is exported here as well. */
const NOUNS = [
  referralRoutes,
  historyRoutes,
  noteRoutes,
  notificationRoutes,
  taskRoutes,
  taskActRoutes,
  catalogueRoutes,
  eligibilityRoutes,
  fileRoutes,
  accountRoutes,
  inquiryRoutes,
  bannerRoutes,
  manageAccountRoutes,
  adminActRoutes,
  noteTemplateRoutes,
  failureRoutes,
  orderingGroupRoutes,
  healthRoutes,
  signInRoutes,
] as const;

type RouteIn<Noun> = Noun extends unknown ? Noun[keyof Noun] : never;
type StatedRoute = RouteIn<(typeof NOUNS)[number]>;
type Routes = { readonly [R in StatedRoute as R['endpoint']]: R };

/** Every endpoint of the API by its name, such as `POST /tasks/{taskId}/stop`. */
export type Endpoint = keyof Routes;
export type RouteAt<E extends Endpoint> = Routes[E];

/** Every route of the API. A client in a browser takes the types alone. */
export const ROUTES: readonly Route[] = NOUNS.flatMap((noun) => Object.values<Route>(noun));

export * from '../account.routes.js';
export * from '../admin-act.routes.js';
export * from '../banner.routes.js';
export * from '../catalogue.routes.js';
export * from '../eligibility.routes.js';
export * from '../failure.routes.js';
export * from '../file.routes.js';
export * from '../health.routes.js';
export * from '../history.routes.js';
export * from '../inquiry.routes.js';
export * from '../item-task.routes.js';
export * from '../manage-account.routes.js';
export * from '../ordering-group.routes.js';
export * from '../note-template.routes.js';
export * from '../note.routes.js';
export * from '../notification.routes.js';
export * from '../referral.routes.js';
export * from '../sign-in.routes.js';
export * from '../task-act.routes.js';
