import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { SCHEME_ATTRIBUTE, theme } from './theme.js';
import { siteStorage } from '../session/storage/browser-storage.js';

export const SCHEME_KEY = 'throughline.scheme';

/** The API generates a nonce per answer; the policy allows no other inline styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const cache = createCache({ key: 'tl', nonce });

/** Sets the colours before the first paint. ThemeProvider updates them, but only once it has mounted. */
export function paintScheme(): void {
  const kept = siteStorage.getItem(SCHEME_KEY);
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light');
}

/** Paper is light, from the first moment of a page. The other styles of print are loaded when it is at rest (`print.ts`). */
export function printLight(): void {
  const { documentElement: root } = document;
  let onScreen: string | null = null;
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) onScreen = root.getAttribute(SCHEME_ATTRIBUTE);
    root.setAttribute(SCHEME_ATTRIBUTE, matches ? 'light' : (onScreen ?? 'light'));
  });
}

export function ConsoleTheme({ children }: { readonly children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={SCHEME_KEY} noSsr>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
