import { hash } from 'node:crypto';

/**
 * SHA-256 of a leaf or of a node (RFC 6962, section 2.1): a text of 32 letters, one for each byte. Texts are made and compared several
 * times as fast as buffers, of which a tree has two for each leaf.
 */
export type Hash = string;

export const HASH_BYTES = 32;
const NODE_PREFIX = 0x01;
/** In UTF-8 one byte, 0x00, which tells a leaf from a node. */
const LEAF_PREFIX = '\0';

/** The hash of a leaf whose data is a text. */
export const leafHash = (data: string): Hash => hash('sha256', LEAF_PREFIX + data, 'binary');

/** Reused, because a tree of n leaves hashes n nodes. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_PREFIX);

export function nodeHash(left: Hash, right: Hash): Hash {
  node.write(left, 1, 'latin1');
  node.write(right, 1 + HASH_BYTES, 'latin1');
  return hash('sha256', node, 'binary');
}

/** The root of the tree without leaves. */
export const EMPTY_ROOT: Hash = hash('sha256', '', 'binary');

/** The hash of the complete subtree over the leaves from `index * 2 ** height`, as many as `2 ** height`. */
export type ReadSubtree = (height: number, index: number) => Promise<Hash>;

/** The greatest power of two that is less than `size` (RFC 6962: k). */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** MTH(D[start:end]). `start` is a multiple of the least power of two that is not below the length. */
export async function rangeHash(start: number, end: number, read: ReadSubtree): Promise<Hash> {
  const length = end - start;
  if (length === 0) return EMPTY_ROOT;
  const height = Math.log2(length);
  if (Number.isInteger(height)) return read(height, start / length);
  const split = splitOf(length);
  return nodeHash(await rangeHash(start, start + split, read), await rangeHash(start + split, end, read));
}

/** The audit path of a leaf in the tree of the first `size` leaves (RFC 6962, section 2.1.1), from its sibling upwards. */
export async function inclusionProof(index: number, size: number, read: ReadSubtree): Promise<Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`);
  const path = async (start: number, end: number): Promise<Hash[]> => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await path(start, middle)), await rangeHash(middle, end, read)]
      : [...(await path(middle, end)), await rangeHash(start, middle, read)];
  };
  return path(0, size);
}

/** That the tree of the first `size` leaves begins with that of the first `before` (RFC 6962, section 2.1.2). Empty for the same tree. */
export async function consistencyProof(before: number, size: number, read: ReadSubtree): Promise<Hash[]> {
  if (!(before > 0 && before <= size)) throw new RangeError(`A tree of ${size} leaves cannot begin with ${before}`);
  const proof = async (start: number, end: number, isWhole: boolean): Promise<Hash[]> => {
    if (end === before) return isWhole ? [] : [await rangeHash(start, end, read)];
    const middle = start + splitOf(end - start);
    return before <= middle
      ? [...(await proof(start, middle, isWhole)), await rangeHash(middle, end, read)]
      : [...(await proof(middle, end, false)), await rangeHash(start, middle, read)];
  };
  return proof(0, size, true);
}

/** The root that follows from a leaf and its audit path (RFC 9162, section 2.1.3.2); undefined if the path has the wrong length. */
export function rootOfInclusion(
  leaf: Hash,
  { index, size, proof }: { readonly index: number; readonly size: number; readonly proof: readonly Hash[] },
): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [at, last] = [index, size - 1];
  let root = leaf;
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      root = nodeHash(root, sibling);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

interface Tree {
  readonly size: number;
  readonly root: Hash;
}

/** Whether the proof shows that the second tree begins with the first (RFC 9162, section 2.1.4.2). */
export function isConsistent(first: Tree, second: Tree, proof: readonly Hash[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && first.root === second.root;
  if (first.size === 0) return proof.length === 0;
  const isComplete = Number.isInteger(Math.log2(first.size));
  const [start, ...path] = isComplete ? [first.root, ...proof] : proof;
  if (start === undefined) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [before, after] = [start, start];
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = nodeHash(sibling, before);
      after = nodeHash(sibling, after);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      after = nodeHash(after, sibling);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && before === first.root && after === second.root;
}
