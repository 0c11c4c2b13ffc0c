import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Signature types of C2SP signed-note: of a note, and of a checkpoint with the time at which it was signed (tlog-cosignature). */
const NOTE = 0x01;
const COSIGNATURE = 0x04;

const KEY_ID_BYTES = 4;
const TIME_BYTES = 8;
/** Verifiers must accept at least 16 signatures, and should limit them. */
const MAX_SIGNATURES = 64;

/** RFC 8410: what stands before the 32 bytes of a key in its DER form. */
const PRIVATE_KEY_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** A note or a key does not have the form that C2SP signed-note states, or a signature of a known key is wrong. */
export class InvalidNote extends Error {
  override readonly name = 'InvalidNote';
}

/** Checks the signatures of one key. `timed`: they are cosignatures, which say when they were made. */
export interface Verifier {
  readonly name: string;
  readonly keyId: number;
  readonly timed: boolean;
  readonly verifies: (text: string, signature: Buffer) => boolean;
}

/** A signature that a known key made. `at` is the signed time, of a cosignature. */
export interface Verified {
  readonly verifier: Verifier;
  readonly at?: Date;
}

export interface OpenedNote {
  /** With its final newline. */
  readonly text: string;
  readonly signatures: readonly Verified[];
}

function checkName(name: string): void {
  if (name === '' || /[\s+]/u.test(name)) throw new InvalidNote(`Not a name of a key: “${name}”`);
}

function keyIdOf(name: string, type: number, publicKey: Uint8Array): number {
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]), 'buffer');
  return digest.readUInt32BE(0);
}

interface ParseVerifier {
  readonly timed?: boolean;
  /** The name under which the same key signs for something else. */
  readonly rename?: ((name: string) => string) | undefined;
}

/**
 * Reads a key as C2SP writes it: `name+id+base64`. With `timed`, or of type 4, its cosignatures are verified, otherwise its signatures of
 * notes. Throws `InvalidNote` for anything else than an Ed25519 key of either type.
 */
export function parseVerifier(vkey: string, { timed = false, rename = (name) => name }: ParseVerifier = {}): Verifier {
  const [, name = '', id = '', key = ''] = /^([^+]*)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? [];
  checkName(name);
  const bytes = Buffer.from(key, 'base64');
  const type = bytes[0];
  const publicKey = bytes.subarray(1);
  if ((type !== NOTE && type !== COSIGNATURE) || publicKey.length !== 32)
    throw new InvalidNote('The key is not one of Ed25519');
  if (keyIdOf(name, type, publicKey) !== Number.parseInt(id, 16))
    throw new InvalidNote('The key does not have the id that it names');
  return verifierOf(rename(name), timed ? COSIGNATURE : type, publicKey);
}

function verifierOf(name: string, type: number, publicKey: Buffer): Verifier {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_KEY_DER, publicKey]), format: 'der', type: 'spki' });
  const timed = type === COSIGNATURE;
  return {
    name,
    keyId: keyIdOf(name, type, publicKey),
    timed,
    verifies: (text, signature) =>
      timed
        ? signature.length === TIME_BYTES + 64 &&
          verify(null, Buffer.from(cosigned(text, timeOf(signature))), key, signature.subarray(TIME_BYTES))
        : signature.length === 64 && verify(null, Buffer.from(text), key, signature),
  };
}

const timeOf = (signature: Buffer): number => Number(signature.readBigUInt64BE(0));

const cosigned = (text: string, seconds: number): string => `cosignature/v1\ntime ${seconds}\n${text}`;

/** Signs notes, and cosigns checkpoints, with one Ed25519 key. The same text at the same time has the same signature. */
export class NoteSigner {
  /** The public key as C2SP writes it, for those who verify. */
  readonly vkey: string;
  /** The same key, for those who verify its cosignatures. */
  readonly cosignerVkey: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #seed: Uint8Array;

  /** @param seed the 32 bytes of the private key */
  constructor(
    readonly name: string,
    seed: Uint8Array,
  ) {
    checkName(name);
    this.#seed = seed;
    // A checkpoint of this name would begin like a message that is cosigned.
    if (name === 'cosignature/v1') throw new InvalidNote(`Not a name of a key: “${name}”`);
    this.#key = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_DER, seed]), format: 'der', type: 'pkcs8' });
    this.#publicKey = createPublicKey(this.#key)
      .export({ format: 'der', type: 'spki' })
      .subarray(PUBLIC_KEY_DER.length);
    this.vkey = this.#vkeyOf(NOTE);
    this.cosignerVkey = this.#vkeyOf(COSIGNATURE);
  }

  #vkeyOf(type: number): string {
    const id = keyIdOf(this.name, type, this.#publicKey).toString(16).padStart(8, '0');
    return `${this.name}+${id}+${Buffer.concat([Buffer.of(type), this.#publicKey]).toString('base64')}`;
  }

  /** The same key, for something else whose name ends so. */
  renamed(end: string): NoteSigner {
    return new NoteSigner(this.name.replace(/[^/]*$/, end), this.#seed);
  }

  /** A line with a signature of the text, which ends in a newline. */
  sign(text: string): string {
    return this.#line(NOTE, sign(null, Buffer.from(text), this.#key));
  }

  /** A line that says that the text was signed at that time, to the second. */
  cosign(text: string, at: Date): string {
    const seconds = Math.floor(at.getTime() / 1_000);
    const time = Buffer.alloc(TIME_BYTES);
    time.writeBigUInt64BE(BigInt(seconds));
    return this.#line(COSIGNATURE, Buffer.concat([time, sign(null, Buffer.from(cosigned(text, seconds)), this.#key)]));
  }

  #line(type: number, signature: Buffer): string {
    const id = Buffer.alloc(KEY_ID_BYTES);
    id.writeUInt32BE(keyIdOf(this.name, type, this.#publicKey));
    return `— ${this.name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
  }
}

const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u;

/**
 * The text of a note and the signatures of the keys that are known. Those of other keys are ignored; at least one must be known.
 * Throws `InvalidNote`, also for a wrong signature of a known key.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): OpenedNote {
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new InvalidNote('The note has control characters');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new InvalidNote('The note has no signatures');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new InvalidNote(`The note has more than ${MAX_SIGNATURES} signatures`);
  const signatures: Verified[] = [];
  for (const line of lines) {
    const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    // One spelling, so that no letter of a note can be changed.
    const isSpelled = bytes.length > KEY_ID_BYTES && bytes.toString('base64') === encoded;
    if (name === undefined || !isSpelled) throw new InvalidNote('A line is not a signature');
    const verifier = verifiers.find((one) => one.name === name && one.keyId === bytes.readUInt32BE(0));
    if (!verifier || signatures.some((one) => one.verifier === verifier)) continue;
    const signature = bytes.subarray(KEY_ID_BYTES);
    if (!verifier.verifies(text, signature)) throw new InvalidNote(`The signature of ${name} is wrong`);
    signatures.push({ verifier, ...(verifier.timed && { at: new Date(timeOf(signature) * 1_000) }) });
  }
  if (signatures.length === 0) throw new InvalidNote('No known key has signed the note');
  return { text, signatures };
}

/** The time of the first cosignature in that name, unverified; undefined if there is none. */
export function cosignedAt(note: string, name: string): Date | undefined {
  for (const line of note.split('\n')) {
    const [, signer, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
    const signature = Buffer.from(encoded, 'base64').subarray(KEY_ID_BYTES);
    if (signer === name && signature.length === TIME_BYTES + 64) return new Date(timeOf(signature) * 1_000);
  }
  return undefined;
}
