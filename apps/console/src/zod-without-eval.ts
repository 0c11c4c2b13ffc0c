import { z } from 'zod/v4';

// Compiled parsers need eval, which the page's content security policy forbids. Schemas read this setting when they are created, so it is
// set before.
z.config({ jitless: true });

export { z };
