import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { requestOf } from '../src/http/request-of.ts';
import { pdfPages } from './files/pdf-pages.ts';
import type { TestApi } from './test-api.ts';

const days = ['2026-03-31', '2027-03-31'];

/** What a person compares after a restore: the trial balances of each billing entity, and the last invoices on paper. */
export async function shownBy(api: TestApi) {
  const { ownerPool } = api;
  const person = await api.as({ userType: 'super_admin' });
  const entities = await ownerPool.query<{ id: string }>('select id from billing_entity order by id');
  const issued = await ownerPool.query<{ id: string }>(
    'select id from invoice where number is not null order by issue_date desc, id limit 3',
  );
  const balances = await Promise.all(
    entities.rows.flatMap(({ id: entityId }) =>
      days.map((asOf) => person.call(trialBalances.open, { entityId, asOf })),
    ),
  );
  const papers = [];
  for (const { id } of issued.rows) {
    const { rawPayload } = await person.inject(requestOf(invoices.pdf, { id }, {}));
    papers.push(pdfPages(rawPayload));
  }
  return { balances, papers };
}
