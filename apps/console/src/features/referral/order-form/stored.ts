import type { z } from 'zod';

/** What stands at a place of the browser's storage; null where that is nothing, or not of this shape: as good as none. */
export function readStored<T>(storage: Storage, place: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(storage.getItem(place) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Every key of the storage that begins so. */
export const keysUnder = (storage: Storage, beginning: string): readonly string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(beginning),
  );
