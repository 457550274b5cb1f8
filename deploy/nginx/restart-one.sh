#!/bin/sh
# Restarts one of several processes behind nginx, which is told before: it hears of a stop only by a
# refused connection, and those that wait at a socket that closes are cut. So it is told first.
#   restart-one.sh /etc/nginx/club-upstream.conf 127.0.0.1:3000 systemctl restart club@3000
# Not needed for `npm run roll`, where the socket stays open, nor behind HAProxy, which asks /readyz.
set -eu
upstream=$1 address=$2
shift 2
reload=${NGINX_RELOAD:-nginx -s reload}

sed -i "s/^\( *server $address\) /\1 down /" "$upstream"
trap 'sed -i "s/^\( *server $address\) down /\1 /" "$upstream"; $reload' EXIT
$reload
# What nginx has sent there is answered meanwhile.
sleep "${NGINX_PAUSE:-2}"
"$@"
# Only one that takes requests comes back.
tries=0
until curl -fsS -o /dev/null "http://$address/readyz"; do
  tries=$((tries + 1))
  [ "$tries" -lt 300 ] || exit 1
  sleep 0.2
done
