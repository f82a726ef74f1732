import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { alsoUnderPressure } from './health.ts';
import type { Guard } from './inside-only.ts';

/** What is read when somebody asks: the memory, the books, the backups and the replica for reports. */
function watchWith(app: FastifyInstance, registry: Registry): void {
  const heapLimit = new Gauge({
    name: 'daybook_heap_limit_bytes',
    help: 'What the heap of JavaScript may grow to; the process ends above it',
    registers: [registry],
  });
  heapLimit.set(getHeapStatistics().heap_size_limit);
  const wrong = new Gauge({
    name: 'daybook_book_findings',
    help: 'What the last check of the books found wrong; -1 before the first',
    registers: [registry],
    async collect() {
      const last = sql<{ found: number }>`select found from book_check order by at desc limit 1`;
      const { rows } = await last.execute(app.db);
      wrong.set(rows[0]?.found ?? -1);
    },
  });
  const unchecked = new Gauge({
    name: 'daybook_book_check_age_seconds',
    help: 'Seconds since the books were checked; -1 before the first check',
    registers: [registry],
    async collect() {
      const last = sql<{
        seconds: number | null;
      }>`select extract(epoch from now() - max(at))::float8 as seconds from book_check`;
      const { rows } = await last.execute(app.db);
      unchecked.set(rows[0]?.seconds ?? -1);
    },
  });
  const age = new Gauge({
    name: 'daybook_backup_age_seconds',
    help: 'Seconds since the last good backup ended; -1 if there is none',
    registers: [registry],
    async collect() {
      // A backup from a time to come was made while the clock was wrong; nobody knows how old it is.
      const last = sql<{ seconds: number | null }>`
        select extract(epoch from now() - max(ended_at))::float8 as seconds from backup where is_good(backup) and ended_at <= now()`;
      const { rows } = await last.execute(app.db);
      age.set(rows[0]?.seconds ?? -1);
    },
  });
  const lag = new Gauge({
    name: 'daybook_reports_lag_seconds',
    help: 'Seconds by which the replica for reports is behind; -1 without one',
    registers: [registry],
    collect() {
      lag.set(app.reports?.lagSeconds() ?? -1);
    },
  });
}

/** Prometheus metrics at /api/metrics, by route pattern (never by address, which would hold ids). */
export function metricsOf(app: FastifyInstance, guard: Guard): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'daybook_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'daybook_request_failures_total',
    help: 'Requests answered with 5xx',
    labelNames: ['route'],
    registers: [registry],
  });
  watchWith(app, registry);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc({ route });
  });
  app.get('/api/metrics', { config: alsoUnderPressure }, async (request, reply) => {
    await guard(request);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
