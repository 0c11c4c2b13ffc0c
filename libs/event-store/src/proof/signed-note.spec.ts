import { describe, expect, it } from '@jest/globals';
import { checkpointKeys, openCheckpoint, parseCheckpointText, signCheckpoint } from './checkpoint.js';
import { EMPTY_ROOT, leafHash } from './merkle-tree.js';
import { InvalidNote, NoteSigner, openNote, parseVerifier } from './signed-note.js';

/** The example of golang.org/x/mod/sumdb/note. */
const NEUMANN = {
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  seed: Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1),
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};
/** The example of C2SP signed-note. */
const FOO = {
  vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note: 'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
const neumann = parseVerifier(NEUMANN.vkey);

describe('A signed note', () => {
  it('is the published one', () => {
    const signer = new NoteSigner('PeterNeumann', NEUMANN.seed);
    expect(signer.vkey).toBe(NEUMANN.vkey);
    expect(signer.sign(NEUMANN.text)).toBe(NEUMANN.line);
    expect(openNote(`${NEUMANN.text}\n${NEUMANN.line}`, [neumann])).toMatchObject({ text: NEUMANN.text });
    expect(openNote(FOO.note, [parseVerifier(FOO.vkey)]).text).toBe('This is an example message.\n');
  });

  it('is verified by each key that is known, and those that are not are ignored', () => {
    const other = new NoteSigner('EnochRoot', Buffer.alloc(32, 7));
    const note = `${NEUMANN.text}\n${NEUMANN.line}${other.sign(NEUMANN.text)}`;
    const both = [neumann, parseVerifier(other.vkey)];
    expect(openNote(note, both).signatures.map(({ verifier }) => verifier.name)).toEqual(['PeterNeumann', 'EnochRoot']);
    expect(openNote(note, [neumann]).signatures).toHaveLength(1);
    const wrong = `${NEUMANN.text}\n${NEUMANN.line}${other.sign('another text\n')}`;
    expect(openNote(wrong, [neumann]).signatures).toHaveLength(1);
    expect(() => openNote(wrong, both)).toThrow('The signature of EnochRoot is wrong');
  });

  it.each([
    ['with a changed letter', (note: string) => note.replace('cryptography', 'Cryptography')],
    ['with a changed signature', (note: string) => note.replace('x08go/Z', 'x08go/Y')],
    ['by a key that is not known', (note: string) => note.replace('— PeterNeumann', '— Peter')],
    ['without signatures', () => NEUMANN.text],
    ['with a broken line', (note: string) => `${note}— PeterNeumann\n`],
    ['without its last newline', (note: string) => note.trimEnd()],
    ['with a control character', (note: string) => note.replace('think', 'think\t')],
    ['with too many signatures', (note: string) => note + NEUMANN.line.repeat(64)],
  ])('is refused %s', (_, changed) => {
    expect(() => openNote(changed(`${NEUMANN.text}\n${NEUMANN.line}`), [neumann])).toThrow(InvalidNote);
  });

  it.each([
    ['of another id', NEUMANN.vkey.replace('c74f20a3', 'c74f20a4')],
    ['of another type', NEUMANN.vkey.replace('+AR', '+Ah')],
    ['without a name', NEUMANN.vkey.replace('PeterNeumann', '')],
    ['that is none', 'PeterNeumann'],
  ])('has no key %s', (_, vkey) => expect(() => parseVerifier(vkey)).toThrow(InvalidNote));

  it('has no key whose name is the header of a cosignature', () => {
    expect(() => new NoteSigner('cosignature/v1', NEUMANN.seed)).toThrow(InvalidNote);
    expect(() => new NoteSigner('two words', NEUMANN.seed)).toThrow(InvalidNote);
  });
});

describe('A checkpoint', () => {
  const signer = new NoteSigner('portal.example/log', Buffer.alloc(32, 1));
  const keys = checkpointKeys([FOO.vkey, signer.vkey]);
  const at = new Date('2026-03-03T09:00:00Z');
  const checkpoint = { size: 3, root: leafHash('x') };

  it('has origin, size, root and the time at which it was signed', () => {
    const note = signCheckpoint(signer, checkpoint, new Date('2026-03-03T09:00:00.999Z'));
    expect(openCheckpoint(note, keys)).toEqual({ ...checkpoint, origin: 'portal.example/log', at });
    expect(signCheckpoint(signer, checkpoint, at)).toBe(note);
  });

  it('is the published one, whatever lines follow', () => {
    const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
    expect(parseCheckpointText(`${text}more\n`)).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20_852_163,
    });
    for (const wrong of ['', text.replace('208', '0208'), text.replace('CsU', ''), text.trimEnd(), `${text}\n`])
      expect(() => parseCheckpointText(wrong)).toThrow(InvalidNote);
  });

  it.each([
    ['another size', (note: string) => note.replace('\n3\n', '\n4\n')],
    ['no signed time', (note: string) => note.split('\n').slice(0, -2).join('\n') + '\n'],
    [
      'another time',
      (note: string) => note.replace(/.{4}\n$/, (end) => `${end.startsWith('A') ? 'B' : 'A'}${end.slice(1)}`),
    ],
    ['another log’s name', () => signCheckpoint(new NoteSigner('other', Buffer.alloc(32, 1)), checkpoint, at)],
  ])('is refused with %s', (_, changed) => {
    expect(() => openCheckpoint(changed(signCheckpoint(signer, checkpoint, at)), keys)).toThrow(InvalidNote);
  });

  it('of a log without events has the empty root', () => {
    expect(parseCheckpointText(`a\n0\n${Buffer.from(EMPTY_ROOT, 'latin1').toString('base64')}\n`).size).toBe(0);
  });
});
