import { CONSOLE_PAGES, type ConsolePage, type ConsolePageFile } from '@throughline/contracts';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { IN_ENGLISH, Shell } from '../../app/shell.js';
import { withTexts } from '../../language/language.js';
import { navigatingUnderLayers } from '../../ui/dialogs/layers.js';
import { PageLoading, PageFailed } from './page-states.js';

type LoadPage = (path: string) => Promise<{ readonly Component: ComponentType }>;

const LOAD_PAGE: Readonly<Record<ConsolePageFile, LoadPage>> = {
  home: () => import('../home.js'),
  'create-referral': async (path) => (await import('../create-referral.js')).pageAt(path),
  referrals: () => import('../referrals.js'),
  referral: () => import('../referral.js'),
  'check-referral': () => import('../check-referral.js'),
  help: () => import('../help.js'),
  'contact-us': () => import('../contact-us.js'),
  messages: () => import('../messages.js'),
  message: () => import('../message.js'),
  updates: () => import('../updates.js'),
  notes: () => import('../notes.js'),
  queue: () => import('../queue.js'),
  task: () => import('../task.js'),
  'audit-search': () => import('../audit-search.js'),
  audit: () => import('../audit.js'),
  activate: () => import('../activate.js'),
  'reset-password': () => import('../reset-password.js'),
  'eligible-members': () => import('../eligible-members.js'),
  'audit-accounts': () => import('../audit-accounts.js'),
  unsubscribe: () => import('../unsubscribe.js'),
  user: () => import('../user.js'),
  admin: () => import('../admin.js'),
};

/** The code of a page is loaded when the person opens the page. */
const routeOf = ({ path, file, translated }: ConsolePage): RouteObject => ({
  path,
  lazy: () => withTexts(LOAD_PAGE[file](path)),
  ...(!translated && { handle: IN_ENGLISH }),
});

export const router = navigatingUnderLayers(
  createBrowserRouter([
    {
      element: <Shell />,
      children: [
        {
          errorElement: <PageFailed />,
          HydrateFallback: PageLoading,
          children: [
            ...CONSOLE_PAGES.filter(({ reads }) => !reads).map(routeOf),
            {
              lazy: () => import('./with-queries.js'),
              children: CONSOLE_PAGES.filter(({ reads }) => reads).map(routeOf),
            },
            { path: 'login/callback', lazy: () => withTexts(import('../login-callback.js')) },
            { path: '*', lazy: () => withTexts(import('../not-found.js')) },
          ],
        },
      ],
    },
  ]),
);
