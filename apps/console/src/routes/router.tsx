import { ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { Shell } from '../app/shell.js';
import { NothingYet } from './nothing-yet.js';
import { PageFailed } from './page-failed.js';

/** Each page is loaded when somebody goes there. */
const pages: RouteObject[] = [
  { index: true, lazy: () => import('./home.js') },
  ...ORDER_FORM_IDS.map(orderFormOf).map((form) => ({
    path: form.route,
    lazy: async () => (await import('./create-referral.js')).pageOf(form),
  })),
  { path: 'referrals', lazy: () => import('./referrals.js') },
  { path: 'referral/:id', lazy: () => import('./referral.js') },
  { path: 'queue', lazy: () => import('./queue.js') },
  { path: 'task/:taskId', lazy: () => import('./task.js') },
  { path: 'audit', lazy: () => import('./audit-search.js') },
  { path: 'audit/:id', lazy: () => import('./audit.js') },
  { path: 'activate/:token', lazy: () => import('./activate.js') },
  { path: 'admin/eligible-members', lazy: () => import('./eligible-members.js') },
  { path: 'login/callback', lazy: () => import('./login-callback.js') },
  { path: '*', lazy: () => import('./not-found.js') },
];

export const router = createBrowserRouter([
  {
    element: <Shell />,
    HydrateFallback: NothingYet,
    children: [{ errorElement: <PageFailed />, children: pages }],
  },
]);
