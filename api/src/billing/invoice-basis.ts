import { sql } from 'kysely';
import type { InvoiceBasis, Party } from '@daybook/contracts/billing/invoice-record';
import {
  indiaDocumentKind,
  indiaSupply,
  indiaTax,
  placeOfSupply,
  stateOfGstin,
} from '@daybook/contracts/money/india-supply';
import type { IndiaCustomer, IndiaSupply } from '@daybook/contracts/money/india-supply';
import { stateOfRegion } from '@daybook/contracts/money/indian-states';
import type { TaxCategory, TaxTreatment } from '@daybook/contracts/money/tax-split';
import type { VatDocument } from '@daybook/contracts/money/vat-supply';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { advanceOf } from '../ledger/client-advance.ts';
import { inScope } from '../scope.ts';
import { clientParty, entityParty } from './parties.ts';
import type { Address, Registration } from './parties.ts';
import { orderTaxCodes } from './tax-code-order.ts';
import { withholdingTerms } from './withholding-terms.ts';

interface Wanted {
  entityId: string;
  clientId: string;
  issueDate: string;
  placeOfSupply?: string | null | undefined;
  /** What the document names as paid before. */
  prepaid?: number | undefined;
}

/** What the figures and the words of an invoice follow from, as it stands on the issue date. */
export interface InvoiceFacts extends Omit<InvoiceBasis, 'advance'> {
  fyStart: string;
  timezone: string;
  country: string;
  clientActive: boolean;
  entityActive: boolean;
  billTo: Party;
  supplier: Party;
  footer: string | null;
  creditLimit: number | null;
  /** What may be named as paid before when something is and the client also paid taxed advances, which are allocated; else null. */
  untaxedAdvance: number | null;
  supply: IndiaSupply | null;
  entityGstin: string | undefined;
  customerGstin: string | undefined;
  /** Where VAT is charged: who buys, for what the law asks of them. */
  vatBuyer: VatDocument['buyer'] | null;
}

const readEntity = (db: Db, id: string) =>
  db.selectFrom('billingEntity').selectAll().where('id', '=', id).executeTakeFirst();

const readClient = (db: Db, user: CurrentUser, id: string) =>
  db
    .selectFrom('client')
    .selectAll()
    .select([
      sql<
        Registration[]
      >`coalesce((select jsonb_agg(jsonb_build_object('scheme', scheme, 'value', value) order by no)
        from client_registration where client_id = client.id), '[]')`.as('registrations'),
      sql<Address | null>`(select jsonb_build_object('line1', line1, 'line2', line2, 'city', city, 'regionCode', region_code,
        'postal', postal, 'country', country) from client_address where client_id = client.id
        order by kind <> 'billing', no limit 1)`.as('address'),
    ])
    .where('id', '=', id)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();

const readTaxCodes = async (db: Db, regime: string, date: string) => {
  const rows = await db
    .selectFrom('taxCode')
    .select((eb) => [
      'id',
      'code',
      'name',
      'kind',
      'category',
      eb
        .selectFrom('taxRate')
        .whereRef('taxCodeId', '=', 'taxCode.id')
        .where('validFrom', '<=', date)
        .orderBy('validFrom', 'desc')
        .limit(1)
        .select('rate')
        .as('rate'),
    ])
    .where('regime', '=', regime)
    .where('active', '=', true)
    .execute();
  return rows.filter((row) => row.rate !== null).map((row) => ({ ...row, rate: row.rate ?? '0' }));
};

const ratePct = (rate: string): string => rate.replace(/\.?0+$/, '') || '0';

type TaxCodeRow = Awaited<ReturnType<typeof readTaxCodes>>[number];

/** How a code applies; whoever may not charge tax charges none. */
function treatmentOf(
  code: TaxCodeRow,
  chargesTax: boolean,
  india: { supply: IndiaSupply; place: string } | null,
): TaxTreatment {
  const category = code.category as TaxCategory;
  const component = code.kind === 'JCT' || code.kind === 'SALES' ? code.kind : 'VAT';
  // What bears no tax still stands in the columns of the place it is supplied to.
  const components = india
    ? indiaTax('0', india.supply, india.place, false).components
    : [{ name: component, share: 1 }];
  if (!chargesTax) return { category: 'O', ratePct: '0', components };
  // Exports and supplies to SEZ go under a letter of undertaking, without tax.
  if (india && category === 'S') return indiaTax(ratePct(code.rate), india.supply, india.place, true);
  return {
    category,
    ratePct: category === 'S' ? ratePct(code.rate) : '0',
    components,
  };
}

const numberOf = (registrations: readonly Registration[], ...schemes: string[]) =>
  registrations.find(({ scheme }) => schemes.includes(scheme))?.value;
const gstinOf = (registrations: readonly Registration[]) => numberOf(registrations, 'IN:GSTIN');

function indiaOf(
  entity: { address: Address; registrations: Registration[] },
  client: { taxTreatment: string; registrations: Registration[]; address: Address | null },
  override: string | null | undefined,
): { supply: IndiaSupply; place: string } {
  const gstin = gstinOf(entity.registrations);
  const entityState = gstin ? stateOfGstin(gstin) : (stateOfRegion(entity.address.regionCode ?? '') ?? '');
  const treatment = client.taxTreatment as IndiaCustomer['treatment'];
  const customer = {
    treatment,
    gstin: gstinOf(client.registrations),
    billingRegion: client.address?.regionCode ?? undefined,
  };
  const place = placeOfSupply(customer, entityState, override ?? undefined);
  return { place, supply: indiaSupply(entityState, place, treatment) };
}

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function untaxedAdvance(db: Db, of: Parameters<typeof advanceOf>[1]): Promise<number | null> {
  const { held, taxed } = await advanceOf(db, of);
  return taxed > 0 ? Math.max(0, held - taxed) : null;
}

async function readSides(db: Db, user: CurrentUser, { entityId, clientId }: Wanted) {
  const [entity, client] = await Promise.all([readEntity(db, entityId), readClient(db, user, clientId)]);
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  return { entity, client };
}

/** Refuses REFERENCE_UNKNOWN on `entityId` or `clientId`; a client out of the caller's scope is unknown. */
export async function invoiceFacts(db: Db, user: CurrentUser, wanted: Wanted): Promise<InvoiceFacts> {
  const { entity, client } = await readSides(db, user, wanted);
  const address = entity.address as Address;
  const registrations = entity.registrations as Registration[];
  const india =
    entity.regime === 'IN' ? indiaOf({ address, registrations }, client, wanted.placeOfSupply) : null;
  const chargesTax = entity.taxStatus === 'registered';
  const [codes, terms, untaxed] = await Promise.all([
    readTaxCodes(db, entity.regime, wanted.issueDate),
    withholdingTerms(db, { ...wanted, date: wanted.issueDate, fyStart: entity.fyStart }),
    wanted.prepaid ? untaxedAdvance(db, { ...wanted, currency: client.currency }) : null,
  ]);
  const { ordered, usualId } = orderTaxCodes(codes, {
    regime: entity.regime,
    country: entity.country,
    supply: india?.supply ?? null,
    clientCountry: client.address?.country,
    clientTreatment: client.taxTreatment,
  });
  const withholding = terms.filter(({ active }) => active);
  return {
    docKind: indiaDocumentKind(chargesTax ? 'regular' : 'unregistered'),
    currency: client.currency,
    baseCurrency: entity.baseCurrency,
    docLocale: client.docLocale as InvoiceBasis['docLocale'],
    dueDate: addDays(wanted.issueDate, client.paymentTermsDays),
    placeOfSupply: india?.place ?? null,
    rounding: entity.roundingMode as InvoiceBasis['rounding'],
    roundingDir: entity.roundingDir as InvoiceBasis['roundingDir'],
    roundTotalTo: entity.roundTotalTo,
    withholdingCodeId: withholding.some(({ id }) => id === client.withholdingCodeId)
      ? client.withholdingCodeId
      : null,
    withholdingRate: client.withholdingRate && ratePct(client.withholdingRate),
    withholdingCodes: withholding,
    terms: entity.defaultTerms,
    taxCodes: ordered.map((code) => ({
      id: code.id,
      label: code.name,
      code: code.code,
      treatment: treatmentOf(code, chargesTax, india),
    })),
    usualTaxCodeId: usualId,
    untaxedAdvance: untaxed,
    fyStart: entity.fyStart,
    timezone: entity.timezone,
    country: entity.country,
    clientActive: client.status === 'active',
    entityActive: entity.active,
    billTo: clientParty(client),
    supplier: entityParty({ ...entity, address, registrations }),
    footer: entity.footer,
    creditLimit: client.creditLimit,
    supply: india?.supply ?? null,
    entityGstin: gstinOf(registrations),
    customerGstin: gstinOf(client.registrations),
    vatBuyer:
      chargesTax && (entity.regime === 'EU' || entity.regime === 'GB')
        ? {
            country: client.address?.country,
            vatId: numberOf(client.registrations, 'EU:VAT', 'GB:VAT'),
            isConsumer: client.taxTreatment === 'consumer',
          }
        : null,
  };
}

/** What the form of an invoice begins with. */
export async function invoiceBasis(db: Db, user: CurrentUser, wanted: Wanted): Promise<InvoiceBasis> {
  const facts = await invoiceFacts(db, user, wanted);
  const { held } = await advanceOf(db, { ...wanted, currency: facts.currency });
  return { ...facts, advance: Math.max(0, held) };
}

/** Making one takes longer than all the rest of an issue's arithmetic. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Today where the billing entity is. */
export function todayIn(timezone: string): string {
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  calendars.set(timezone, calendar);
  return calendar.format(new Date());
}
