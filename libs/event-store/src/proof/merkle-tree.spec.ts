import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  consistencyProof,
  EMPTY_ROOT,
  type Hash,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  rangeHash,
  type ReadSubtree,
  rootOfInclusion,
} from './merkle-tree.js';
import { joinTile, partialWidth, splitTile, subtreesOf, TILE_WIDTH, tilePath, TreeEdge } from './tile.js';

/** The eight leaves, roots and proofs that the verifiers of Certificate Transparency and of Go share. */
const LEAVES = ['', '\u0000', '\u0010', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'].map(leafHash);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const [A, B, C, D, E, F] = [
  '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
];

/** RFC 6962, section 2.1, word for word. */
function naiveRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

const subtreesIn =
  (leaves: readonly Hash[]): ReadSubtree =>
  (height, index) =>
    Promise.resolve(naiveRoot(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)));

const hexOf = (hash: Hash) => Buffer.from(hash, 'latin1').toString('hex');
const hex = (hashes: readonly Hash[]) => hashes.map(hexOf);
const leavesUpTo = (size: number) => Array.from({ length: size }, (_, index) => leafHash(`leaf ${index}`));

/** Appends leaves, and keeps the tiles as a folder would. */
function tiled(leaves: readonly Hash[], edge = TreeEdge.empty(), tiles = new Map<string, Buffer>()) {
  const keep = (level: number, index: number, hashes: readonly Hash[]) =>
    tiles.set(tilePath(level, index, hashes.length), joinTile(hashes));
  for (const leaf of leaves) for (const { level, index, hashes } of edge.append(leaf)) keep(level, index, hashes);
  for (const { level, index, hashes } of edge.partialTiles) keep(level, index, hashes);
  return { edge, tiles };
}

const partialsOf = (size: number, tiles: ReadonlyMap<string, Buffer>) => {
  const partials: Hash[][] = [];
  for (let level = 0; size >= TILE_WIDTH ** level; level++) {
    const width = partialWidth(level, size);
    const path = tilePath(level, Math.floor(size / TILE_WIDTH ** (level + 1)), width);
    partials.push(width === 0 ? [] : splitTile(tiles.get(path)!));
  }
  return partials;
};

describe('A Merkle tree', () => {
  it('has the published roots', async () => {
    expect(hexOf(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [index, root] of ROOTS.entries()) {
      const leaves = LEAVES.slice(0, index + 1);
      expect(hexOf(naiveRoot(leaves))).toBe(root);
      expect(hexOf(await rangeHash(0, leaves.length, subtreesIn(leaves)))).toBe(root);
      expect(hexOf(tiled(leaves).edge.root())).toBe(root);
    }
  });

  it.each([
    [0, 1, []],
    [0, 8, [A, B, C]],
    [5, 8, [D, E, ROOTS[3]]],
    [2, 3, [ROOTS[1]]],
    [1, 5, [ROOTS[0], B, D]],
  ])('has the published audit path of leaf %i in a tree of %i', async (index, size, path) => {
    expect(hex(await inclusionProof(index, size, subtreesIn(LEAVES)))).toEqual(path);
  });

  it.each([
    [1, 1, []],
    [1, 8, [A, B, C]],
    [6, 8, [F, E, ROOTS[3]]],
    [2, 5, [B, D]],
  ])('has the published proof that %i leaves begin %i', async (before, size, proof) => {
    expect(hex(await consistencyProof(before, size, subtreesIn(LEAVES)))).toEqual(proof);
  });

  it('proves each leaf in each tree, and no other leaf, place or size', async () => {
    for (let size = 1; size <= 70; size++) {
      const leaves = leavesUpTo(size);
      const root = naiveRoot(leaves);
      for (let index = 0; index < size; index += 1 + (size % 3)) {
        const proof = await inclusionProof(index, size, subtreesIn(leaves));
        expect(rootOfInclusion(leaves[index]!, { index, size, proof })).toEqual(root);
        expect(rootOfInclusion(leafHash('another'), { index, size, proof })).not.toEqual(root);
        expect(rootOfInclusion(leaves[index]!, { index: index + 1, size, proof })).not.toEqual(root);
        expect(rootOfInclusion(leaves[index]!, { index, size, proof: [...proof, root] })).toBeUndefined();
        if (proof.length > 0)
          expect(rootOfInclusion(leaves[index]!, { index, size, proof: proof.slice(1) })).not.toEqual(root);
      }
    }
  });

  it('proves that it grew from each tree before it, and from no other', async () => {
    for (let size = 1; size <= 40; size++) {
      const leaves = leavesUpTo(size);
      const second = { size, root: naiveRoot(leaves) };
      for (let before = 1; before <= size; before++) {
        const first = { size: before, root: naiveRoot(leaves.slice(0, before)) };
        const proof = await consistencyProof(before, size, subtreesIn(leaves));
        expect(isConsistent(first, second, proof)).toBe(true);
        expect(isConsistent({ ...first, root: leafHash('another') }, second, proof)).toBe(false);
        expect(isConsistent(first, { ...second, root: leafHash('another') }, proof)).toBe(false);
        expect(isConsistent(first, second, [...proof, first.root])).toBe(false);
        if (proof.length > 0) expect(isConsistent(first, second, proof.slice(0, -1))).toBe(false);
      }
    }
    expect(isConsistent({ size: 2, root: EMPTY_ROOT }, { size: 1, root: EMPTY_ROOT }, [])).toBe(false);
  });

  it('is the same from its tiles, wherever it was interrupted', async () => {
    const size = fc.integer({ min: 0, max: 1_400 });
    await fc.assert(
      fc.asyncProperty(size, size, async (first, more) => {
        const leaves = leavesUpTo(first + more);
        const { tiles } = tiled(leaves.slice(0, first));
        const edge = TreeEdge.ofPartialTiles(first, partialsOf(first, tiles));
        expect(edge.root()).toEqual(naiveRoot(leaves.slice(0, first)));
        tiled(leaves.slice(first), edge, tiles);
        expect(edge.root()).toEqual(naiveRoot(leaves));
        const read = subtreesOf(leaves.length, (level, index, width) =>
          Promise.resolve(splitTile(tiles.get(tilePath(level, index, width))!)),
        );
        expect(await rangeHash(0, leaves.length, read)).toEqual(naiveRoot(leaves));
        if (leaves.length === 0) return;
        const index = first % leaves.length;
        const proof = await inclusionProof(index, leaves.length, read);
        expect(rootOfInclusion(leaves[index]!, { index, size: leaves.length, proof })).toEqual(naiveRoot(leaves));
      }),
      {
        numRuns: 25,
        examples: [
          [256, 0],
          [255, 1],
          [0, 256],
          [512, 1],
        ],
      },
    );
  });

  it('has tiles of three levels', () => {
    const { edge, tiles } = tiled(Array.from({ length: 70_000 }, () => LEAVES[0]!));
    // The example of C2SP tlog-tiles.
    expect(edge.partialTiles.map(({ level, hashes }) => [level, hashes.length])).toEqual([
      [0, 112],
      [1, 17],
      [2, 1],
    ]);
    expect([...tiles.keys()].filter((path) => !path.includes('.p'))).toHaveLength(273 + 1);
    expect(TreeEdge.ofPartialTiles(70_000, partialsOf(70_000, tiles)).root()).toEqual(edge.root());
  });
});
