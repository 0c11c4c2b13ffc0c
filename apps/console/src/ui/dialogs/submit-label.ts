import { createContext } from 'react';

/**
 * The label of the button that submits the surrounding form, for messages that name that button; null outside a form. A separate module, so
 * that those messages do not load the code of dialogs.
 */
export const SubmitLabel = createContext<string | null>(null);
