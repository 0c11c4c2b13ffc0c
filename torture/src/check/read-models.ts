/** The rows of tables, as JSON, by key. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MOST_TOLD = 5;

/** Row by row, what people see is what a rebuild from the log makes. */
export function checkReadModels(seen: Tables, rebuilt: Tables): readonly string[] {
  return [...new Set([...seen.keys(), ...rebuilt.keys()])].flatMap((table) => {
    const wrong = differences(
      seen.get(table) ?? new Map<string, string>(),
      rebuilt.get(table) ?? new Map<string, string>(),
    );
    const more = wrong.length > MOST_TOLD ? [`and ${wrong.length - MOST_TOLD} more`] : [];
    return [...wrong.slice(0, MOST_TOLD), ...more].map((words) => `${table}: ${words}`);
  });
}

function differences(seen: ReadonlyMap<string, string>, rebuilt: ReadonlyMap<string, string>): string[] {
  return [...new Set([...seen.keys(), ...rebuilt.keys()])].flatMap((key) => {
    const [is, should] = [seen.get(key), rebuilt.get(key)];
    if (is === should) return [];
    if (is === undefined) return [`${key} is missing`];
    if (should === undefined) return [`${key} is there and should not be`];
    return [`${key} is ${is}, should be ${should}`];
  });
}
