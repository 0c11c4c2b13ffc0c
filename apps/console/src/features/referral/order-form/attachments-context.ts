import { createContext, useContext } from 'react';
import type { Attachments } from '../attachments/use-attachments.js';

/** The files of the order that is being written. They are no part of its draft: a browser does not give a file twice. */
export const AttachmentsContext = createContext<Attachments | null>(null);

export function useOrderAttachments(): Attachments {
  const attachments = useContext(AttachmentsContext);
  if (attachments === null) throw new Error('The attachments are asked for outside of an order form');
  return attachments;
}
