import { sql } from 'kysely';
import type { ProformaContent, ProformaRow } from '@daybook/contracts/billing/proformas/proformas';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { placeText } from '@daybook/contracts/money/place-of-supply';
import type { Db } from '../../db/database.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { detailed, inCurrency, taxByRate, taxColumns, taxNumberOf } from '../documents/exported-figures.ts';

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
  const countryOf = namesOf(language, 'region');
  const columns: ExportColumn<Exported>[] = [
    { header: headers.number, value: (row) => row.number },
    { header: headers.status, value: (row) => proformaStatus[row.status] },
    { header: headers.issueDate, date: (row) => row.issueDate },
    { header: headers.validUntil, date: (row) => row.validUntil },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.billedTo, value: (row) => row.billTo.name },
    { header: headers.taxNumber, value: (row) => taxNumberOf(row.billTo) },
    { header: headers.clientCountry, value: (row) => countryOf(row.billTo.country) },
    {
      header: headers.placeOfSupply,
      value: (row) => row.placeOfSupply && placeText(row.placeOfSupply, language),
    },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.poNo, value: (row) => row.poNo },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.net, (row) => row.net),
    ...taxColumns<Exported>(say, components),
    inCurrency(headers.rounding, (row) => row.rounding),
    inCurrency(headers.total, (row) => row.total),
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
