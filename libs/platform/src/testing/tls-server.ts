import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer, TLSSocket } from 'node:tls';

/** A key for specs, with certificates for it. They expire in 2035; the certificate of one authority expires before. */
interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Certificates of one server: the first one, and the renewed one. */
export const FIRST_CERTIFICATE: ServerCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWQbnl4o3Gp7pVW7z
ITAxjc1mu9gzgul3Kr/dFa1gCLOhRANCAASqBWsabznIAjMLOYuiE/bdZ9DaMUFm
4/jSSjNrVB/V8VU5hwjcyTLGyPWYd6r2kV+2/+To3LmlomNsW0clLVHO
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIUDdVwPz6HYlAMV4/Bk9FOrJv8uNEwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSQXV0aG9yaXR5IG9mIHNwZWNzMB4XDTI2MTEyODAwMjA0M1oX
DTM1MDIxNDAwMjA0M1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAEqgVrGm85yAIzCzmLohP23WfQ2jFBZuP40koza1Qf1fFV
OYcI3Mkyxsj1mHeq9pFftv/k6Ny5paJjbFtHJS1RzqNeMFwwGgYDVR0RBBMwEYIJ
bG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBTSDgECMtLlC1OG6oNRIFXaX30UTjAf
BgNVHSMEGDAWgBTwTgzIeo6hdnHu06h08SfrW+hJwDAKBggqhkjOPQQDAgNIADBF
AiBiss7iV80xwryD+v7JbPxCUjkYEUwL4pf8ETspjvAxXwIhAMt3e09BK2mvdg0V
pO0s6HLqiJqJejm1MbL5U+C7IBM7
-----END CERTIFICATE-----`,
};
export const RENEWED_CERTIFICATE: ServerCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVomet4zFu5DGZj0K
IBNVr/8ySlmEwLkRpHEwI124d9uhRANCAAQ4eeY9kzWVI2iso96l0iJMvM5Q5emE
2nOJ507LUivdOOOGKDFgU7IShhVpSyyyk14xxsmwEtD9lJOh+2PZ1JRv
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIUDdVwPz6HYlAMV4/Bk9FOrJv8uNIwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSQXV0aG9yaXR5IG9mIHNwZWNzMB4XDTI2MTEyODAwMjA0M1oX
DTM2MDMyMDAwMjA0M1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAEOHnmPZM1lSNorKPepdIiTLzOUOXphNpziedOy1Ir3Tjj
higxYFOyEoYVaUssspNeMcbJsBLQ/ZSToftj2dSUb6NeMFwwGgYDVR0RBBMwEYIJ
bG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBScw62VBH3kbu6yu4UeomvCRBIgLjAf
BgNVHSMEGDAWgBTwTgzIeo6hdnHu06h08SfrW+hJwDAKBggqhkjOPQQDAgNIADBF
AiEAnPweAuzgGpTK4uK8WMzYVI02PIQpcRpu+2r5C5os2SoCIHpU3fTqoOvF8F5K
lLfFGCfMLTLAHme5SHW+r8YV2hpD
-----END CERTIFICATE-----`,
};
/** Signed by an authority whose certificate expires first, which the server sends as well. */
export const CERTIFICATE_OF_SHORT_AUTHORITY: ServerCertificate = {
  key: FIRST_CERTIFICATE.key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjzCCATSgAwIBAgIUHgTVS9dhouOksQhTpAPynSxWRD4wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPU2hvcnQgYXV0aG9yaXR5MB4XDTI2MTEyODAwMjA0M1oXDTM1
MDIxNDAwMjA0M1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEqgVrGm85yAIzCzmLohP23WfQ2jFBZuP40koza1Qf1fFVOYcI
3Mkyxsj1mHeq9pFftv/k6Ny5paJjbFtHJS1RzqNeMFwwGgYDVR0RBBMwEYIJbG9j
YWxob3N0hwR/AAABMB0GA1UdDgQWBBTSDgECMtLlC1OG6oNRIFXaX30UTjAfBgNV
HSMEGDAWgBQK8eQnHh1XGguGEr4j/ZMRxXTsbTAKBggqhkjOPQQDAgNJADBGAiEA
+wJfbdOp0O7QHMEK2gcBkRLDpcfFJ9bNsR1QvQ7hbh8CIQClYJDJ3TQlGWt3ZTUW
nl3oyHoksRtE4I7iLyUfCoufWg==
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIBijCCAS+gAwIBAgIUYSSKWoZUE9II7Sj/FLaG5rmvg7MwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPU2hvcnQgYXV0aG9yaXR5MB4XDTI2MTEyODAwMjA0M1oXDTMz
MTAwMjAwMjA0M1owGjEYMBYGA1UEAwwPU2hvcnQgYXV0aG9yaXR5MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEILGCfxQJTCzWEmRlgpdJeqsk1ysjgUAjUNwajtbT
tbGj/xWC/cFxmSK6s+Q0WiaKDz734Omcx/9mrTLsg6b2dKNTMFEwHQYDVR0OBBYE
FArx5CceHVcaC4YSviP9kxHFdOxtMB8GA1UdIwQYMBaAFArx5CceHVcaC4YSviP9
kxHFdOxtMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAPn3cHFc
h6rHS35QlZCUXBtXDLURipQo8MnmOfR5i3ikAiEA8AFm/DsBpzbT5w2PxlNWQVET
Uv/gQZYqv7zTjCNHR9I=
-----END CERTIFICATE-----`,
};

export interface TlsServerUnderTest {
  readonly port: number;
  readonly present: (certificate: ServerCertificate) => void;
  readonly close: () => Promise<void>;
}

/** A server that speaks only TLS, from the start or after a request as PostgreSQL clients send it. */
export async function startTlsServer(
  certificate: ServerCertificate,
  { startsPlain = false, offersTls = true } = {},
): Promise<TlsServerUnderTest> {
  let current = certificate;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket.on('error', () => undefined));
  };
  const server: Server = startsPlain
    ? createPlainServer((socket) => {
        keep(socket);
        socket.once('data', () => {
          socket.write(offersTls ? 'S' : 'N');
          if (!offersTls) return;
          sockets.delete(socket); // the inner socket ends after the one around it
          keep(new TLSSocket(socket, { isServer: true, ...current }));
        });
      })
    : createServer({ ...certificate });
  server.on('connection', keep).on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    present(next) {
      current = next;
      if ('setSecureContext' in server) (server as ReturnType<typeof createServer>).setSecureContext({ ...next });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
