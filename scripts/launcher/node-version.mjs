import { Refusal } from './project.mjs';

/** The oldest Node that the build tools and the apps run on. */
const OLDEST = [20, 19];

/** Throws a `Refusal` on a Node that is too old. Runs before anything is installed, so it depends on nothing. */
export function refuseOldNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Refusal(`Throughline needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}
