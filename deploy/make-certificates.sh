#!/bin/sh
# The certificate of the event log, good for a year, and the authority that signs it, made where there is none yet. Run it again to
# renew the certificate; ca.key is needed for that alone: keep it apart from this machine.
set -eu
cd "$(dirname "$0")/certificates"
umask 077
if [ ! -e ca.crt ]; then
  openssl req -x509 -newkey rsa:4096 -nodes -days 3650 -subj '/CN=Throughline event log' -keyout ca.key -out ca.crt
fi
openssl req -newkey rsa:2048 -nodes -subj '/CN=eventstoredb-node' -keyout new.key -out new.csr
printf 'subjectAltName=DNS:eventstore,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' > new.ext
openssl x509 -req -in new.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 365 -extfile new.ext -out eventstore.crt
openssl rsa -in new.key -traditional -out eventstore.key
rm new.key new.csr new.ext
chmod 644 ca.crt eventstore.crt
# The user that the EventStoreDB image runs as.
chown 1000 eventstore.key
