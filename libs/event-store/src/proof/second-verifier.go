// A second verifier of our logs, on nothing but golang.org/x/mod/sumdb: second-verifier.int.spec.ts has it judge what LogTree, proveEntry and
// consistencyProof write. It reads a folder as C2SP tlog-tiles lays it out, with the checkpoints that were kept, and then the files that follow:
// proofs of entries (C2SP tlog-proof) and requests to a witness (C2SP tlog-witness). It ends with code 1 and a reason at the first fault.
//
//	second-verifier KEY FOLDER FILE...
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	height    = 8
	tileWidth = 1 << height
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(vkey, folder string, files []string) error {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	log := &log{verifier: verifier, folder: folder, roots: map[int64]tlog.Hash{}}
	newest, err := log.checkpointIn("checkpoint")
	if err != nil {
		return err
	}
	if err := log.verifyKept(newest); err != nil {
		return err
	}
	if err := log.verifyEntries(newest); err != nil {
		return err
	}
	for _, file := range files {
		if err := log.verifyFile(file); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	fmt.Printf("%d entries, %d checkpoints, %d proofs\n", newest.N, len(log.roots), len(files))
	return nil
}

type log struct {
	verifier note.Verifier
	folder   string
	// Of the checkpoints that were kept, by their size.
	roots map[int64]tlog.Hash
}

func (l *log) open(text []byte) (tlog.Tree, error) {
	opened, err := note.Open(text, note.VerifierList(l.verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != l.verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

func (l *log) checkpointIn(path string) (tlog.Tree, error) {
	text, err := os.ReadFile(filepath.Join(l.folder, path))
	if err != nil {
		return tlog.Tree{}, err
	}
	return l.open(text)
}

// Each checkpoint that was kept is one of which the newest tree is a continuation.
func (l *log) verifyKept(newest tlog.Tree) error {
	days, err := filepath.Glob(filepath.Join(l.folder, "checkpoints", "*"))
	if err != nil {
		return err
	}
	for _, day := range days {
		kept, err := os.ReadFile(day)
		if err != nil {
			return err
		}
		for _, text := range notesIn(string(kept)) {
			tree, err := l.open([]byte(text))
			if err != nil {
				return err
			}
			l.roots[tree.N] = tree.Hash
			if tree.N == newest.N && tree.Hash != newest.Hash {
				return fmt.Errorf("two roots of %d entries", tree.N)
			}
			if tree.N >= newest.N {
				continue
			}
			proof, err := tlog.ProveTree(newest.N, tree.N, l.hashes(newest))
			if err != nil {
				return err
			}
			if err := tlog.CheckTree(proof, newest.N, newest.Hash, tree.N, tree.Hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// Notes that follow one another, each with an empty line after it.
func notesIn(text string) []string {
	var notes []string
	parts := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	for at := 0; at+1 < len(parts); at += 2 {
		notes = append(notes, parts[at]+"\n\n"+parts[at+1]+"\n")
	}
	return notes
}

// Each entry in the bundles is the leaf that the tiles have in its place, and the tiles are those of the tree.
func (l *log) verifyEntries(tree tlog.Tree) error {
	indexes := make([]int64, tree.N)
	for n := range indexes {
		indexes[n] = tlog.StoredHashIndex(0, int64(n))
	}
	leaves, err := l.hashes(tree).ReadHashes(indexes)
	if err != nil {
		return err
	}
	for first := int64(0); first < tree.N; first += tileWidth {
		width := min(tileWidth, tree.N-first)
		tile := tlog.Tile{H: height, L: -1, N: first / tileWidth, W: int(width)}
		bundle, err := l.read(tile)
		if err != nil {
			return err
		}
		for n := first; n < first+width; n++ {
			if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
				return fmt.Errorf("entry %d is missing", n)
			}
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			if tlog.RecordHash(bundle[2:end]) != leaves[n] {
				return fmt.Errorf("entry %d is not the one of the tree", n)
			}
			bundle = bundle[end:]
		}
	}
	return nil
}

func (l *log) verifyFile(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, checkpoint, found := strings.Cut(string(text), "\n\n")
	if !found {
		return fmt.Errorf("no checkpoint")
	}
	tree, err := l.open([]byte(checkpoint))
	if err != nil {
		return err
	}
	lines := strings.Split(before, "\n")
	if lines[0] == "c2sp.org/tlog-proof@v1" {
		return verifyEntry(lines[1:], tree)
	}
	var size int64
	if _, err := fmt.Sscanf(lines[0], "old %d", &size); err != nil {
		return err
	}
	root, known := l.roots[size]
	if !known {
		return fmt.Errorf("no checkpoint of %d entries was kept", size)
	}
	proof, err := hashesIn(lines[1:])
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, size, root)
}

func verifyEntry(lines []string, tree tlog.Tree) error {
	if len(lines) < 2 {
		return fmt.Errorf("not a proof")
	}
	entry, err := base64.StdEncoding.Strict().DecodeString(strings.TrimPrefix(lines[0], "extra "))
	if err != nil {
		return err
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	proof, err := hashesIn(lines[2:])
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry))
}

func hashesIn(lines []string) ([]tlog.Hash, error) {
	hashes := []tlog.Hash{}
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

func (l *log) hashes(tree tlog.Tree) tlog.HashReader { return tlog.TileHashReader(tree, l) }

func (l *log) Height() int { return height }

func (l *log) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, len(tiles))
	for at, tile := range tiles {
		bytes, err := l.read(tile)
		if err != nil {
			return nil, err
		}
		read[at] = bytes
	}
	return read, nil
}

func (l *log) SaveTiles([]tlog.Tile, [][]byte) {}

// The paths of C2SP leave the height out, and call the records entries.
func (l *log) read(tile tlog.Tile) ([]byte, error) {
	path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
	return os.ReadFile(filepath.Join(l.folder, strings.Replace(path, "tile/data/", "tile/entries/", 1)))
}

func min(one, other int64) int64 {
	if one < other {
		return one
	}
	return other
}
