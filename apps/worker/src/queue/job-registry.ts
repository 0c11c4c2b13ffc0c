import type { AnyJob, AnyProcessor } from './job-definition.js';

/**
 * Every job has exactly one processor. Throws, naming the jobs, when one has none or several: the worker must not start and
 * leave work lying.
 */
export function registerProcessors(
  definitions: readonly AnyJob[],
  processors: readonly AnyProcessor[],
): ReadonlyMap<string, AnyProcessor> {
  const faults = definitions.flatMap(({ name }) => {
    const count = processors.filter((processor) => processor.job.name === name).length;
    return count === 1 ? [] : [`${name} has ${count === 0 ? 'no processor' : `${count} processors`}`];
  });
  const unknown = processors.filter(({ job }) => !definitions.some((definition) => definition.name === job.name));
  faults.push(...unknown.map(({ job }) => `${job.name} is handled but not defined`));
  if (faults.length > 0) throw new Error(`Jobs and processors do not match: ${faults.join('; ')}.`);
  return new Map(processors.map((processor) => [processor.job.name, processor]));
}
