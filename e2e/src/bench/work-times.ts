import { requestOf } from '@daybook/api/http/request-of';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { journal, trialBalances } from '@daybook/contracts/billing/journal/journal';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { dashboards } from '@daybook/contracts/dashboards';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { CurrencyCode } from '@daybook/contracts/money/currency';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { clientPage } from './client-page.ts';
import { apiClient } from '../installation/api-client.ts';
import type { FilledInstallation, Viewer } from './filled-installation.ts';
import { askerOf } from './keep-alive.ts';
import { measured } from './goals.ts';
import { ms, print } from './print.ts';
import { openRequests } from './requests.ts';
import { samplesOf, timed } from './samples.ts';

const goalMs = 25;
const goalIssueMs = 20;
const goalPdfsMs = 2_000;
const issues = 100;
const pdfs = 100;

/** Queries for records of all years that the person sees. */
const records: [Endpoint, string][] = [
  [invoices.open, 'select invoice_id as id from invoice_state where client_id = any ($1)'],
  [receipts.open, 'select id from receipt where client_id = any ($1)'],
  [creditNotes.open, 'select id from credit_note where client_id = any ($1)'],
  [clients.open, 'select id from client where id = any ($1)'],
  [tasks.open, 'select id from task where client_id = any ($1)'],
  [expenses.open, 'select id from expense where $1::uuid[] is not null'],
  [journal.open, 'select entry_id as id from journal_line where client_id = any ($1)'],
];

async function timeRecords(
  installation: FilledInstallation,
  viewer: Viewer,
  load: () => string,
): Promise<void> {
  const requests = await openRequests(installation, viewer);
  const { rows } = await installation.owner.query<{ id: string }>(
    `select id from client where $1 = 'all' or crm_id = $2 or manager_id = $2
       or exists (select from client_executive where client_id = client.id and user_id = $2)
     order by hashtext(code) limit 20`,
    [viewer.name, viewer.id],
  );
  const own = rows.map(({ id }) => id);
  const times = [];
  for (const [endpoint, query] of viewer.name === 'all' ? records : records.slice(0, 5)) {
    const found = await installation.owner.query<{ id: string }>(`${query} limit 60`, [own]);
    const inputs = found.rows.map(({ id }) => ({ id }));
    times.push({ name: `GET ${endpoint.path}`, ...(await requests.time({ endpoint, inputs }, 60, goalMs)) });
  }
  for (const [tab, asked] of Object.entries(clientPage))
    for (const [endpoint, inputOf] of asked)
      times.push({
        name: `GET ${endpoint.path} (page of a client, ${tab})`,
        ...(await requests.time({ endpoint, inputs: own.map(inputOf) }, 60, goalMs)),
      });
  const slowest = times.toSorted((a, b) => b.http.p95 - a.http.p95)[0];
  if (slowest)
    measured(
      `record pages, scope ${viewer.name}: p95 < ${goalMs} ms`,
      `${ms(slowest.http.p95)} ms at most (${slowest.name})`,
      slowest.http.p95 < goalMs,
    );
  const ledger = await installation.owner.query<{ clientId: string; entityId: string; currency: string }>(
    `select client_id as "clientId", entity_id as "entityId", currency from invoice_state
     where client_id = any ($1) group by 1, 2, 3 order by count(*) desc limit 3`,
    [own],
  );
  const today = new Date().toISOString().slice(0, 10);
  const reports: [Endpoint, object[]][] = [
    [clientLedgers.open, ledger.rows.map((row) => ({ ...row, asOf: today }))],
    [dashboards.money, [{ today }]],
    [
      trialBalances.open,
      ledger.rows.flatMap(({ entityId }) => [today, '2022-06-15'].map((asOf) => ({ entityId, asOf }))),
    ],
  ];
  for (const [endpoint, inputs] of viewer.name === 'all' ? reports : reports.slice(0, 2))
    times.push({
      name: `GET ${endpoint.path}`,
      ...(await requests.time({ endpoint, inputs: inputs.map((input) => ({ ...input })) }, 20, goalMs)),
    });
  print(
    `Records and reports, scope ${viewer.name} (goal: a record < ${goalMs} ms); load ${load()}`,
    times.map(({ name, http, sql }) => ({
      page: name,
      p50: ms(http.p50),
      p95: ms(http.p95),
      'SQL p50': ms(sql.p50),
      'SQL p95': ms(sql.p95),
      ratio: ms(http.p50 / sql.p50),
    })),
  );
  await requests.close();
}

async function timeIssuing(
  installation: FilledInstallation,
  { token }: Viewer,
  load: () => string,
): Promise<void> {
  const { rows } = await installation.owner.query<{
    clientId: string;
    entityId: string;
    currency: CurrencyCode;
    docLocale: Language;
    taxCodeId: string;
  }>(
    `select distinct on (hashtext(client.code), client.id) client.id as "clientId", default_entity_id as "entityId", client.currency,
       client.doc_locale as "docLocale", service.tax_code_id as "taxCodeId"
     from client join service on service.currency = client.currency
     where client.status = 'active' order by hashtext(client.code), client.id limit $1`,
    [issues],
  );
  const call = apiClient(installation.url, token);
  const today = new Date().toISOString().slice(0, 10);
  const drafts = [];
  for (const { clientId, entityId, currency, docLocale, taxCodeId } of rows)
    drafts.push(
      await call(invoices.create, {
        entityId,
        clientId,
        currency,
        docLocale,
        issueDate: today,
        dueDate: today,
        lines: ['Audit', 'Payroll', 'Advice'].map((description) => ({
          description,
          sacHsn: '998231',
          qty: '1',
          unitPrice: '1000',
          taxCodeId,
        })),
      }),
    );
  const times: number[] = [];
  for (const { id, version } of drafts) {
    const startedAt = performance.now();
    await call(invoices.issue, { id }, version);
    times.push(performance.now() - startedAt);
  }
  const { p50, p95 } = samplesOf(times.slice(10));
  const straight = await timed(() => installation.owner.query('begin; select pg_current_xact_id(); commit'));
  measured('issuing an invoice: p95 < 20 ms', `${ms(p95)} ms, p50 ${ms(p50)}`, p95 < goalIssueMs);
  console.log(
    `\nIssuing an invoice of three lines, one after the other: p50 ${ms(p50)}, p95 ${ms(p95)} ms (goal: p95 < 20 ms); a durable empty transaction ${ms(straight.p50)} ms; load ${load()}`,
  );
}

async function timePdfs(
  installation: FilledInstallation,
  { token }: Viewer,
  load: () => string,
): Promise<void> {
  const ask = askerOf(installation.url, token, 10);
  const { rows } = await installation.owner.query<{ id: string }>(
    `select invoice_id as id from invoice_state where number <> '' order by issue_date desc, invoice_id desc limit $1`,
    [pdfs + 1],
  );
  const urls = rows.map(({ id }) => requestOf(invoices.pdf, { id }).url);
  await ask(urls.pop() ?? '');
  const startedAt = performance.now();
  await Promise.all(urls.map((url) => ask(url)));
  const took = performance.now() - startedAt;
  measured(`${pdfs} PDFs in < 2 s`, `${ms(took / 1000)} s`, took < goalPdfsMs);
  console.log(`\n${pdfs} PDFs, ten at a time: ${ms(took / 1000)} s (goal: < 2 s); load ${load()}`);
}

/** Times everything that is not a list: records, reports, issuing, PDFs. */
export async function timeWork(installation: FilledInstallation, load: () => string): Promise<void> {
  for (const viewer of installation.viewers) await timeRecords(installation, viewer, load);
  const [viewer] = installation.viewers;
  if (!viewer) return;
  await timeIssuing(installation, viewer, load);
  await timePdfs(installation, viewer, load);
}
