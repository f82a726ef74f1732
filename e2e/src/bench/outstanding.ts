import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addDays } from '@daybook/contracts/plain-date';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { openFilledInstallation } from './filled-installation.ts';
import type { Viewer } from './filled-installation.ts';
import { measured, tellGoals } from './goals.ts';
import { ms, print } from './print.ts';
import { openRequests } from './requests.ts';

// pnpm bench:outstanding [--folder …]: times the report of outstanding amounts of a firm with a million invoices, as of today and of past
// days, for everybody and for a person's own clients, each beside its SQL sent straight to PostgreSQL.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    runs: { type: 'string', default: '40' },
  },
});

const load = (): string => loadavg()[0]?.toFixed(1) ?? '';

const installation = await openFilledInstallation(values.folder);
const {
  rows: [{ today } = { today: '' }],
} = await installation.owner.query<{ today: string }>(
  'select max(issue_date)::text as today from invoice_state',
);

const ways = [
  { name: 'today', goalMs: 100, filter: { asOf: today } },
  { name: 'a month ago', goalMs: 300, filter: { asOf: addDays(today, -30) } },
  { name: 'a year ago', goalMs: 300, filter: { asOf: addDays(today, -365) } },
  { name: 'today, by department', goalMs: 300, filter: { asOf: today, by: 'department' as const } },
];

async function timeReport(viewer: Viewer): Promise<void> {
  const requests = await openRequests(installation, viewer);
  const rows = [];
  for (const { name, goalMs, filter } of ways)
    for (const [part, endpoint, input] of [
      ['first page', outstanding.list, { sort: '-balance', filter }],
      ['totals', outstanding.total, { filter }],
      ['documents', outstanding.documents, { filter }],
    ] as const) {
      const { http, sql } = await requests.time(
        { endpoint, inputs: [{ ...input }] },
        Number(values.runs),
        goalMs,
      );
      rows.push({
        way: `${name}, ${part}`,
        p50: ms(http.p50),
        p95: ms(http.p95),
        'SQL p50': ms(sql.p50),
        'SQL p95': ms(sql.p95),
      });
      if (part !== 'documents')
        measured(
          `outstanding ${name}, ${part}, scope ${viewer.name}: p95 ≤ ${goalMs} ms`,
          `${ms(http.p95)} ms`,
          http.p95 <= goalMs,
        );
    }
  print(`The outstanding report, scope ${viewer.name}; load ${load()}`, rows);
  await requests.close();
}

try {
  for (const viewer of installation.viewers) await timeReport(viewer);
  tellGoals(load());
} finally {
  await installation.close();
}
