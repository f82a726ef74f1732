import { sql } from 'kysely';
import type { ProformaContent, ProformaRow } from '@daybook/contracts/billing/proformas/proformas';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Db } from '../../db/database.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { partyColumns, totalColumns } from '../documents/exported-columns.ts';
import { detailed, inCurrency, taxByRate } from '../documents/exported-figures.ts';

async function detailsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('proforma')
    .select(['proforma.id', sql<ProformaContent>`proforma.content`.as('content')])
    .where(sql<boolean>`proforma.id = any (${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, content }) => {
      const { billTo, placeOfSupply, poNo, net, tax, taxGroups, rounding, total, prepaid } = content;
      return [id, { billTo, placeOfSupply, poNo, net, tax, taxGroups, rounding, total, prepaid }];
    }),
  );
}

export const exportedProformas = (db: Db, page: Page<ProformaRow>) =>
  detailed(page, (ids) => detailsOf(db, ids));

type Exported = Awaited<ReturnType<typeof exportedProformas>>['rows'][number];

export function proformaExport(language: Language, components: readonly string[]) {
  const say = exportTexts[language];
  const { headers, proformaStatus } = say;
  const columns: ExportColumn<Exported>[] = [
    { header: headers.number, value: (row) => row.number },
    { header: headers.status, value: (row) => proformaStatus[row.status] },
    { header: headers.issueDate, date: (row) => row.issueDate },
    { header: headers.validUntil, date: (row) => row.validUntil },
    ...partyColumns<Exported>(say, language),
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.poNo, value: (row) => row.poNo },
    ...totalColumns<Exported>(say, components),
    inCurrency(headers.prepaid, (row) => row.prepaid),
    inCurrency(headers.payable, (row) => row.payable),
    { header: headers.invoice, value: (row) => row.invoice?.label },
  ];
  return {
    name: 'proformas',
    sheet: say.sheet.proformas,
    columns,
    parts: taxByRate<Exported>(say, components),
  };
}
