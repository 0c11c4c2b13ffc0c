import '@fontsource-variable/inter/wght.css';
import { z } from 'zod';

// The policy allows no eval; schemas ask for it when they are made, so all that makes one comes after this.
z.config({ jitless: true });
void import('./start.js').then(({ start }) => start());
