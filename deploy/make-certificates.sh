#!/bin/sh
# The certificate of the event log, good for a year, and the authority that signs it, made where there is none yet.
#   make-certificates.sh [--renew] [NAME …]
# NAMEs are host names or addresses of further nodes. Names that the certificate has stay in it. A certificate that is valid for more than 30
# days and has all names is replaced with --renew alone. ca.key is needed whenever one is made: keep it apart from this machine otherwise.
# The new files take their places when all have been made; running nodes keep the old ones until they are restarted.
set -eu
cd "$(dirname "$0")/certificates"
umask 077

stop() {
  echo "make-certificates.sh: $1" >&2
  exit 1
}
[ "$(id -u)" = 0 ] || stop "run it as root (sudo sh deploy/make-certificates.sh): it gives the key to the user of EventStoreDB's image"

renew=no
wanted="eventstore localhost 127.0.0.1"
if [ -e eventstore.crt ]; then
  has=$(openssl x509 -noout -ext subjectAltName -in eventstore.crt | sed -n 's/DNS:\|IP Address:\|,//gp')
  wanted="$wanted $has"
fi
for name in "$@"; do
  case $name in
    --renew) renew=yes ;;
    '' | -* | *[!A-Za-z0-9.-]*) stop "\"$name\" is no name of a host" ;;
    *) wanted="$wanted $name" ;;
  esac
done
names=
for name in $wanted; do
  case " $names " in *" $name "*) ;; *) names="$names${names:+ }$name" ;; esac
done

if [ -e eventstore.crt ]; then
  until=$(openssl x509 -noout -enddate -in eventstore.crt | cut -d= -f2)
  lacking=no
  for name in $names; do
    case " $(echo $has) " in *" $name "*) ;; *) lacking=yes ;; esac
  done
  # A run that was interrupted leaves a certificate whose key is another.
  [ "$(openssl pkey -in eventstore.key -pubout 2> /dev/null)" = "$(openssl x509 -in eventstore.crt -noout -pubkey)" ] || renew=yes
  if [ $renew = no ] && [ $lacking = no ] && openssl x509 -noout -checkend 2592000 -in eventstore.crt > /dev/null; then
    echo "eventstore.crt is valid until $until for $(echo $has): nothing is changed. --renew makes a new one."
    exit 0
  fi
fi

trap 'rm -f new.*' EXIT
if [ ! -e ca.crt ] && [ ! -e eventstore.crt ] && [ ! -e ca.key ]; then
  openssl req -x509 -newkey rsa:4096 -nodes -days 3650 -subj '/CN=Throughline event log' -keyout ca.key -out ca.crt 2> /dev/null
fi
[ -e ca.crt ] || stop 'ca.crt is not here: the apps and all nodes trust it. Put it back, or remove all files here and give everything the new ones'
[ -e ca.key ] || stop 'ca.key is not here: put it beside ca.crt, which it belongs to, for as long as a certificate is made'
[ "$(openssl pkey -in ca.key -pubout)" = "$(openssl x509 -in ca.crt -noout -pubkey)" ] || stop 'ca.key is not the key of ca.crt'

for name in $names; do
  case $name in *[!0-9.]*) kind=DNS ;; *) kind=IP ;; esac
  alternatives="${alternatives:+$alternatives,}$kind:$name"
done
# All nodes of a cluster know one another by this common name.
openssl req -newkey rsa:2048 -nodes -subj '/CN=eventstoredb-node' -keyout new.pem -out new.csr 2> /dev/null
printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$alternatives" > new.ext
openssl x509 -req -in new.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 365 -extfile new.ext -out new.crt 2> /dev/null
openssl rsa -in new.pem -traditional -out new.key 2> /dev/null
chmod 644 ca.crt new.crt
# The user that the EventStoreDB image runs as.
chown 1000 new.key
if [ -e eventstore.crt ]; then
  mv eventstore.crt eventstore.crt.before
  [ ! -e eventstore.key ] || mv eventstore.key eventstore.key.before
  echo "What was valid until $until is now in eventstore.crt.before and eventstore.key.before."
fi
mv new.crt eventstore.crt
mv new.key eventstore.key
echo "eventstore.crt is for $names. Restart each node of the log, one after another."
