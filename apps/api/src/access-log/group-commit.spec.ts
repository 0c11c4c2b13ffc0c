import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './group-commit.js';

/** A store that saves a group when `saveNext` is called. */
function controlledStore() {
  const groups: (readonly string[])[] = [];
  const saves: (() => void)[] = [];
  const entries = new GroupCommit<string>(async (group) => {
    groups.push(group);
    await new Promise<void>((resolve) => saves.push(resolve));
    if (group.includes('refused')) throw new Error('refused');
  });
  const saveNext = async () => {
    while (saves.length === 0) await new Promise(setImmediate);
    saves.shift()!();
  };
  return { groups, entries, saveNext };
}

describe('Group commit', () => {
  it('saves the first entry at once, and those that arrive meanwhile as one group', async () => {
    const { groups, entries, saveNext } = controlledStore();
    const first = entries.write('a');
    const others = [entries.write('b'), entries.write('c')];
    expect(groups).toEqual([['a']]);
    await saveNext();
    await first;
    await saveNext();
    await Promise.all(others);
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  it('resolves a write only after its own group is saved', async () => {
    const { entries, saveNext } = controlledStore();
    const written: string[] = [];
    const first = entries.write('a').then(() => written.push('a'));
    const second = entries.write('b').then(() => written.push('b'));
    await saveNext();
    await first;
    expect(written).toEqual(['a']);
    await saveNext();
    await second;
    expect(written).toEqual(['a', 'b']);
  });

  it('rejects only the faulty entry of a group', async () => {
    const { groups, entries, saveNext } = controlledStore();
    const writes = ['a', 'b', 'refused', 'c'].map((entry) => entries.write(entry));
    const outcomes = Promise.allSettled(writes);
    for (let n = 0; n < 5; n++) await saveNext();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(groups).toEqual([['a'], ['b', 'refused', 'c'], ['b'], ['refused'], ['c']]);
  });

  it('continues after a failure', async () => {
    const { entries, saveNext } = controlledStore();
    const refused = entries.write('refused');
    await saveNext();
    await expect(refused).rejects.toThrow('refused');
    const next = entries.write('a');
    await saveNext();
    await next;
  });
});
