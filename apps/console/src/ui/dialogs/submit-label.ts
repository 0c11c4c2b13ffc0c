import { createContext } from 'react';

/**
 * The label of the button that submits the surrounding form, for messages that name that button; null outside of a form. In a file of its own, so that those
 * messages can be shown without the code of dialogs.
 */
export const SubmitLabel = createContext<string | null>(null);
