import { createContext } from 'react';

/** The label of the button that sends the form around: what a dialog says names it as it stands there. Null: none. */
export const SubmitLabel = createContext<string | null>(null);
