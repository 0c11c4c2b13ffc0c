import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** How a browser and its authenticator deviate from correct behaviour. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  /** The number of signatures that it claims to have made. */
  readonly counter?: number;
  readonly userHandle?: string;
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** A browser with one passkey, which signs any challenge without a check, as an attacker's would. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(16));
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle = '';
  private counter = 0;

  constructor(
    private readonly origin: string,
    private readonly rpId = new URL(origin).hostname,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** The answer to creation options. */
  create(options: { readonly challenge: string; readonly user: { readonly id: string } }, forgery: Forgery = {}) {
    this.userHandle = options.user.id;
    const length = Buffer.alloc(2);
    const credentialId = Buffer.from(this.id, 'base64url');
    length.writeUInt16BE(credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, this.coseKey()]);
    const authData = Buffer.concat([this.authenticatorData(forgery, HAS_CREDENTIAL), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, forgery),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    });
  }

  /** The answer to request options. */
  get({ challenge }: { readonly challenge: string }, forgery: Forgery = {}) {
    this.counter++;
    const clientDataJSON = this.clientData('webauthn.get', challenge, forgery);
    const authenticatorData = this.authenticatorData(forgery, 0);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.answer({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.privateKey)),
      userHandle: forgery.userHandle ?? this.userHandle,
    });
  }

  private answer<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Forgery): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData({ rpId = this.rpId, userVerified = true, counter }: Forgery, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const flag = Buffer.from([flags | USER_PRESENT | (userVerified ? USER_VERIFIED : 0)]);
    return Buffer.concat([sha256(rpId), flag, count]);
  }

  /** An ES256 key (RFC 9053 §7.1). */
  private coseKey(): Uint8Array {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return isoCBOR.encode(key as never);
  }
}
