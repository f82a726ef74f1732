# The only public port: serves the precompressed site from its volume, and passes requests to the api.
FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends nginx libnginx-mod-http-brotli-static curl \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /etc/nginx/sites-enabled \
 && install -d -o 1000 -g 1000 /site
COPY deploy/gateway/ /etc/nginx/daybook/
USER www-data
EXPOSE 8080
HEALTHCHECK --start-period=10s --interval=5s --timeout=5s --retries=3 \
  CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/"]
# nginx ends at once on SIGTERM; on SIGQUIT it first answers the requests in progress.
STOPSIGNAL SIGQUIT
CMD ["/etc/nginx/daybook/start.sh"]
