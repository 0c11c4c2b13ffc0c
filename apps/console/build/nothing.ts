/** A component that renders nothing (vite.config.ts). */
export default (): null => null;
