import compile from 'icu-minify/compile';

/** The placeholders of a message: `count`, and `<link>` for a tag. */
export function takenBy(message: string): readonly string[] {
  const nodes = compile(message);
  const namesIn = (node: unknown): readonly string[] => {
    if (!Array.isArray(node)) return [];
    const [name, second, third] = node as readonly unknown[];
    if (second === undefined) return [String(name)];
    const inner =
      typeof second === 'number' ? Object.values(third ?? {}).flatMap(branchNames) : node.slice(1).flatMap(namesIn);
    return [typeof second === 'number' ? String(name) : `<${String(name)}>`, ...inner];
  };
  const branchNames = (branch: unknown): readonly string[] => (Array.isArray(branch) ? branch.flatMap(namesIn) : []);
  return typeof nodes === 'string' ? [] : [...new Set(nodes.flatMap(namesIn))].sort();
}
