#!/bin/sh
# The secrets of the installation, one a file in deploy/secrets; docker-compose.yml gives each container those that it needs. A file that is
# there stays as it is. What is missing is taken from .env, where earlier releases had it, or else made up. So to change a secret, delete
# its file and those that contain it (docs/operating.md), and run this again.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# No user of this host may look into the folder. The files can be read by whatever user a container runs as.
chmod 700 secrets

# The value of a variable in .env as Compose reads it: without quotes around it, or without the comment behind it.
of_env() {
  [ -f ../.env ] || return 0
  sed -n "s/^$1=//p" ../.env | tail -n 1 | tr -d '\r' |
    sed -e 's/^"\(.*\)"$/\1/;t' -e "s/^'\(.*\)'\$/\1/;t" -e 's/[[:space:]][[:space:]]*#.*$//'
}
is_there() { [ -s "secrets/$1" ]; }
content() { cat "secrets/$1"; }
# write FILE TEXT: whole or not at all
write() {
  printf '%s\n' "$2" > secrets/.new
  chmod 644 secrets/.new
  mv secrets/.new "secrets/$1"
}

# secret FILE VARIABLE
secret() {
  is_there "$1" && return
  value=$(of_env "$2")
  write "$1" "${value:-$(od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n')}"
}
secret secret_key SECRET_KEY
secret eligibility_key ELIGIBILITY_KEY
secret tlog_key TLOG_KEY
secret witness_key WITNESS_KEY
secret identity_api_token IDENTITY_API_TOKEN
secret postgres_password POSTGRES_PASSWORD
secret database_password DATABASE_PASSWORD
secret identity_database_password IDENTITY_DATABASE_PASSWORD
secret event_store_password EVENT_STORE_PASSWORD
secret redis_password REDIS_PASSWORD

# The password in a file, for an address: percent-encoded if it has anything that means something there.
encoded() {
  case $(content "$1") in
    *[!A-Za-z0-9._~-]*) content "$1" | tr -d '\n' | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g' ;;
    *) content "$1" ;;
  esac
}
# The addresses of the engines contain their passwords.
address() { is_there "$1" || write "$1" "$2"; }
address database_url "postgres://throughline:$(encoded database_password)@postgres:5432/throughline"
address identity_database_url "postgres://identity:$(encoded identity_database_password)@postgres:5432/identity"
address event_store_url "esdb://admin:$(encoded event_store_password)@eventstore:2113?tlsCaFile=/certificates/ca.crt"
# A list: of esdb+discover:// the first host would be asked alone.
address event_store_cluster_url \
  "esdb://admin:$(encoded event_store_password)@eventstore:2113,eventstore-2:2113,eventstore-3:2113?tlsCaFile=/certificates/ca.crt"
address redis_url "redis://:$(encoded redis_password)@redis:6379"

# The addresses of others cannot be made up.
for pair in smtp_url:SMTP_URL sms_url:SMS_URL; do
  file=${pair%%:*}
  is_there "$file" || write "$file" "$(of_env "${pair#*:}")"
done

left=''
for name in SECRET_KEY ELIGIBILITY_KEY TLOG_KEY WITNESS_KEY IDENTITY_API_TOKEN POSTGRES_PASSWORD DATABASE_PASSWORD IDENTITY_DATABASE_PASSWORD \
  EVENT_STORE_PASSWORD REDIS_PASSWORD SMTP_URL SMS_URL; do
  [ -z "$(of_env "$name")" ] || left="$left $name"
done
[ -z "$left" ] || echo "deploy/secrets has what was in .env: take it out there:$left" >&2
code=0
if [ -z "$(content smtp_url | tr -d '[:space:]')" ]; then
  echo 'Write the address of your mail server into deploy/secrets/smtp_url: smtp://user:password@mail.example:587' >&2
  code=1
fi
if [ -n "$(content sms_url | tr -d '[:space:]')" ] && [ -z "$(of_env SMS_URL_FILE)" ]; then
  echo 'Set SMS_URL_FILE=/run/secrets/sms_url in .env, so that deploy/secrets/sms_url is used.' >&2
  code=1
fi
exit $code
