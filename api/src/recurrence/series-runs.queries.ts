import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import type { RefusalCode } from '@daybook/contracts/refusals';
import type { SeriesRun, SeriesSteps } from '@daybook/contracts/recurrence/series-steps';
import type { Db } from '../db/database.ts';
import { pageByKeyset } from '../db/keyset.ts';

interface KeptError {
  code: RefusalCode;
  params: Record<string, unknown>;
}

const found = (db: Db, seriesId: string) =>
  db
    .selectFrom('seriesRun as run')
    .select([
      'run.nominalDate as nominal',
      sql<SeriesRun['status']>`run.status`.as('status'),
      'run.dueOn as due',
      'run.periodFrom',
      'run.periodTo',
      'run.reason',
      sql<KeptError | null>`run.error`.as('error'),
      'run.attempts',
      'run.at',
      sql<SeriesRun['made']>`coalesce(
        (select jsonb_build_object('id', task.id, 'label', task.no, 'status', task.status, 'amount', null) from task
          where task.series_id = run.series_id and task.nominal_on = run.nominal_date and task.deleted_at is null),
        (select jsonb_build_object('id', invoice.id, 'label', coalesce(invoice.number, ''), 'status', live.display_status,
            'amount', jsonb_build_object('minor', invoice.payable, 'currency', invoice.currency))
          from invoice join invoice_state live on live.invoice_id = invoice.id
          where invoice.series_id = run.series_id and invoice.nominal_on = run.nominal_date))`.as('made'),
    ])
    .where('run.seriesId', '=', seriesId);

/** The runs of a series, latest first. The caller must have checked that the person sees the series. */
export async function listRuns(
  db: Db,
  language: Language,
  { id, filter, ...input }: ParsedInputOf<SeriesSteps['runs']>,
) {
  const { status } = filter;
  const page = await pageByKeyset(
    found(db, id).$if(status !== undefined, (query) => query.where('run.status', '=', status ?? '')),
    [{ by: sql.ref('run.nominalDate'), of: (row) => row.nominal }],
    true,
    input,
  );
  return {
    ...page,
    rows: page.rows.map(({ error, ...row }) => ({
      ...row,
      error: error && { code: error.code, message: refusalMessage(language, error.code, error.params) },
    })),
  };
}
