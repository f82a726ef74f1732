import { minor } from '@daybook/contracts/money/money';
import { uuidv7 } from 'uuidv7';
import { json } from '../../src/db/database.ts';
import type { Db } from '../../src/db/database.ts';
import { normalise } from '../../src/db/search.ts';

/** A tax code with one rate since 2000. */
export async function makeTaxCode(
  db: Db,
  {
    code,
    rate,
    regime = 'EU',
    kind = 'VAT',
    category = 'S',
  }: { code: string; rate: string; regime?: string; kind?: string; category?: string },
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('taxCode')
    .values({ id, code, name: `${code} ${rate} %`, regime, kind, category })
    .execute();
  await db.insertInto('taxRate').values({ taxCodeId: id, validFrom: '2000-01-01', rate }).execute();
  return id;
}

interface EntityChoice {
  currency?: string;
  regime?: string;
  fyStart?: string;
  timezone?: string;
  country?: string;
  format?: string;
  chronology?: string;
  roundTotalTo?: number;
  writeOffLimit?: number;
  roundingMode?: string;
  roundingDir?: string;
  registrations?: { scheme: string; value: string }[];
  regionCode?: string;
}

/** A billing entity with number formats for invoices, proformas, receipts, credit notes and expenses. */
export async function makeEntity(db: Db, choice: EntityChoice = {}): Promise<string> {
  const { currency = 'EUR', regime = 'EU', fyStart = '01-01', country = 'NL', chronology = 'off' } = choice;
  const id = uuidv7();
  await db
    .insertInto('billingEntity')
    .values({
      id,
      name: `Entity ${id}`,
      legalName: 'Hartmann & Fils',
      country,
      baseCurrency: currency,
      fyStart,
      timezone: choice.timezone ?? 'UTC',
      regime,
      chronology,
      roundTotalTo: choice.roundTotalTo ?? 0,
      writeOffLimit: minor(choice.writeOffLimit ?? 0),
      roundingMode: choice.roundingMode ?? 'document_rate',
      roundingDir: choice.roundingDir ?? 'half_up',
      address: json({
        line1: 'Keizersgracht 1',
        city: 'Amsterdam',
        postal: '1015 CC',
        country,
        regionCode: choice.regionCode ?? null,
      }),
      registrations: json(choice.registrations ?? []),
    })
    .execute();
  const formats = {
    tax_invoice: 'INV',
    bill_of_supply: 'BOS',
    proforma: 'PRO',
    receipt: 'RCT',
    advance_voucher: 'ADV',
    refund_voucher: 'RFV',
    credit_note: 'CN',
    expense_voucher: 'EXP',
  };
  await db
    .insertInto('numberFormat')
    .values(
      Object.entries(formats).map(([docKind, prefix]) => ({
        entityId: id,
        docKind,
        prefix,
        format: choice.format ?? '{PFX}/{FY:25-26}/{SEQ:4}',
      })),
    )
    .execute();
  return id;
}

interface ClientChoice {
  entityId: string;
  crmId: string;
  name?: string;
  currency?: string;
  withholdingCodeId?: string;
  withholdingRate?: string;
  taxTreatment?: string;
  registrations?: { scheme: string; value: string }[];
  departmentIds?: string[];
}

export async function makeClient(db: Db, choice: ClientChoice): Promise<string> {
  const id = uuidv7();
  const name = choice.name ?? `Client ${id}`;
  await db
    .insertInto('client')
    .values({
      id,
      name,
      sortName: name,
      kind: 'company',
      crmId: choice.crmId,
      defaultEntityId: choice.entityId,
      currency: choice.currency ?? 'EUR',
      docLocale: 'en',
      paymentTermsDays: 30,
      taxTreatment: choice.taxTreatment ?? 'registered',
      withholdingCodeId: choice.withholdingCodeId ?? null,
      withholdingRate: choice.withholdingRate ?? null,
      searchText: normalise(name),
    })
    .execute();
  const rows = (choice.registrations ?? []).map((registration, index) => ({
    clientId: id,
    no: index + 1,
    ...registration,
  }));
  if (rows.length > 0) await db.insertInto('clientRegistration').values(rows).execute();
  for (const departmentId of choice.departmentIds ?? []) {
    await db.insertInto('clientDepartment').values({ clientId: id, departmentId }).execute();
  }
  return id;
}
