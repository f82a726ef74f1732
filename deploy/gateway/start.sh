#!/bin/sh
# Writes the configuration that depends on the machine: the trusted proxies, and the instances of the api. nginx keeps connections open
# only to addresses that it read at its start, so it reads them again when an instance appears.
set -eu

instances() {
  getent ahostsv4 api | awk '{ print $1 }' | sort -u
}

write_instances() {
  {
    # For two seconds after a failure an instance is passed over.
    for address in $1; do echo "server $address:3000 fail_timeout=2s;"; done
    # nginx does not start without a server. This one answers nothing.
    [ -n "$1" ] || echo 'server 127.0.0.1:9;'
  } > /tmp/instances.conf
}

has_new() {
  for address in $2; do
    case " $1 " in
      *" $address "*) ;;
      *) return 0 ;;
    esac
  done
  return 1
}

# An instance that is gone often returns under its address, so it is taken out only after half a minute.
follow_instances() {
  known=$1
  gone=0
  while sleep 1; do
    found=$(echo $(instances))
    if [ -z "$found" ] || [ "$found" = "$known" ]; then
      gone=0
    elif has_new "$known" "$found" || [ $((gone += 1)) -ge 30 ]; then
      write_instances "$found"
      kill -HUP "$(cat /tmp/nginx.pid)" && known=$found gone=0
    fi
  done
}

{
  for proxy in ${TRUSTED_PROXIES:-}; do echo "set_real_ip_from $proxy;"; done
  echo 'geo $realip_remote_addr $from_proxy {'
  echo '  default 0;'
  for proxy in ${TRUSTED_PROXIES:-}; do echo "  $proxy 1;"; done
  echo '}'
} > /tmp/place.conf
known=$(echo $(instances))
write_instances "$known"
(set +e; follow_instances "$known") &
exec nginx -c /etc/nginx/daybook/nginx.conf
