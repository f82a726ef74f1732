#!/bin/sh
# Writes the configuration that depends on the machine: the name server, and the trusted proxies.
set -eu
{
  echo "resolver $(awk '/^nameserver/ { print $2; exit }' /etc/resolv.conf) valid=1s ipv6=off;"
  for proxy in ${TRUSTED_PROXIES:-}; do echo "set_real_ip_from $proxy;"; done
  echo 'geo $realip_remote_addr $from_proxy {'
  echo '  default 0;'
  for proxy in ${TRUSTED_PROXIES:-}; do echo "  $proxy 1;"; done
  echo '}'
} > /tmp/place.conf
exec nginx -c /etc/nginx/daybook/nginx.conf
