/** Milliseconds; only where motion explains something. */
export const MOTION_MS = 150;
