import type { AdminCategory } from '@throughline/domain';
import { accountRoutes } from '../account/account.routes.js';
import { adminActRoutes } from '../account/admin-act.routes.js';
import { auditRoutes } from '../history/audit.routes.js';
import { evidenceRoutes } from '../history/evidence.routes.js';
import { bannerRoutes } from '../banner.routes.js';
import { carrierRoutes } from '../carrier.routes.js';
import { catalogueRoutes } from '../catalogue/catalogue.routes.js';
import { eligibilityRoutes } from '../eligibility/eligibility.routes.js';
import { failureRoutes } from '../failure.routes.js';
import { fileRoutes } from '../file/file.routes.js';
import { healthRoutes } from '../health.routes.js';
import { historyRoutes } from '../history/history.routes.js';
import { inquiryRoutes } from '../inquiry/inquiry.routes.js';
import { taskRoutes } from '../item-task/item-task.routes.js';
import { logTreeRoutes } from '../log-tree.routes.js';
import { manageAccountRoutes } from '../account/manage-account.routes.js';
import { orderingGroupRoutes } from '../catalogue/ordering-group.routes.js';
import { noteTemplateRoutes } from '../note/note-template.routes.js';
import { noteRoutes } from '../note/note.routes.js';
import { notificationRoutes } from '../notification.routes.js';
import { referralRoutes } from '../referral/referral.routes.js';
import { signInRoutes } from '../account/sign-in.routes.js';
import { taskActRoutes } from '../history/task-act.routes.js';
import type { Route } from './route.js';

/** What administrators manage: a noun of the domain's table that has no routes here does not compile. */
const ADMINISTRATION = {
  banner: bannerRoutes,
  carriers: carrierRoutes,
  catalogue: catalogueRoutes,
  eligibilityImport: eligibilityRoutes,
  failure: failureRoutes,
  noteTemplates: noteTemplateRoutes,
  orderingGroup: orderingGroupRoutes,
} as const satisfies Readonly<Record<AdminCategory, object>>;

/** Every noun with its routes, in the order of the documentation. What they state is exported here as well. */
const NOUNS = [
  referralRoutes,
  historyRoutes,
  auditRoutes,
  evidenceRoutes,
  noteRoutes,
  notificationRoutes,
  taskRoutes,
  taskActRoutes,
  fileRoutes,
  accountRoutes,
  inquiryRoutes,
  manageAccountRoutes,
  adminActRoutes,
  logTreeRoutes,
  ...Object.values(ADMINISTRATION),
  healthRoutes,
  signInRoutes,
] as const;

type RouteIn<Noun> = Noun extends unknown ? Noun[keyof Noun] : never;
type StatedRoute = RouteIn<(typeof NOUNS)[number]>;
type Routes = { readonly [R in StatedRoute as R['endpoint']]: R };

/** Every endpoint of the API by its name, such as `POST /tasks/{taskId}/stop`. */
export type Endpoint = keyof Routes;
export type RouteAt<E extends Endpoint> = Routes[E];
/** Endpoints whose route states an example of their request. */
export type ExampledEndpoint = {
  [E in Endpoint]: RouteAt<E> extends { readonly example: object } ? E : never;
}[Endpoint];

/** Every route of the API. A client in a browser imports only the types. */
export const ROUTES: readonly Route[] = NOUNS.flatMap((noun) => Object.values<Route>(noun));

export * from '../account/account.routes.js';
export * from '../account/admin-act.routes.js';
export * from '../banner.routes.js';
export * from '../carrier.routes.js';
export * from '../catalogue/catalogue.routes.js';
export * from '../eligibility/eligibility.routes.js';
export * from '../failure.routes.js';
export * from '../file/file.routes.js';
export * from '../health.routes.js';
export * from '../history/audit.routes.js';
export * from '../history/evidence.routes.js';
export * from '../history/history.routes.js';
export * from '../inquiry/inquiry.routes.js';
export * from '../item-task/item-task.routes.js';
export * from '../log-tree.routes.js';
export * from '../account/manage-account.routes.js';
export * from '../catalogue/ordering-group.routes.js';
export * from '../note/note-template.routes.js';
export * from '../note/note.routes.js';
export * from '../notification.routes.js';
export * from '../referral/referral.routes.js';
export * from '../account/sign-in.routes.js';
export * from '../history/task-act.routes.js';
