import { sql } from 'kysely';
import type { InvoiceBasis, Party } from '@daybook/contracts/billing/invoices/invoice-record';
import { indiaDocumentKind } from '@daybook/contracts/money/india-supply';
import type { IndiaSupply } from '@daybook/contracts/money/india-supply';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, largest } from '@daybook/contracts/money/money';
import type { VatDocument } from '@daybook/contracts/money/vat-supply';
import { addDays } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { onceEach } from '../../db/once-each.ts';
import { advanceOf } from '../../ledger/client-advance.ts';
import { inScope } from '../../scope.ts';
import { heldAdvances, noAdvances } from './held-advances.ts';
import type { HeldAdvances } from './held-advances.ts';
import { clientParty, entityParty, registrationsOn } from './parties.ts';
import type { Address, DatedRegistration, Registration } from './parties.ts';
import { orderTaxCodes } from './tax-code-order.ts';
import { gstinOf, indiaOf, numberOf, ratePct, readTaxCodes, treatmentOf } from './tax-treatments.ts';
import type { TaxCodeRow } from './tax-treatments.ts';
import { creditOf } from './credit-limit.ts';
import { withholdingTerms } from './withholding-terms.ts';

interface Wanted {
  entityId: string;
  clientId: string;
  issueDate: string;
  placeOfSupply?: string | null | undefined;
  /** The prepaid amount of the document. */
  prepaid?: Minor | undefined;
  /** False if the document names no withholding code; the codes are then not read. */
  withholds?: boolean;
}

/** What the figures and texts of an invoice are computed from, as of its issue date. */
export interface InvoiceFacts extends Omit<InvoiceBasis, 'advance' | 'credit'> {
  fyStart: string;
  timezone: string;
  country: string;
  regime: string;
  chargesTax: boolean;
  /** The tax treatment of the client. */
  buyerTreatment: string;
  clientActive: boolean;
  entityActive: boolean;
  billTo: Party;
  supplier: Party;
  footer: string | null;
  creditLimit: Minor | null;
  /** Whether the client also has a taxed advance, which can be allocated but not named as prepaid. */
  hasTaxedAdvance: boolean;
  supply: IndiaSupply | null;
  entityGstin: string | undefined;
  customerGstin: string | undefined;
  /** The buyer, for the VAT rules that depend on the buyer; null outside VAT regimes. */
  vatBuyer: VatDocument['buyer'] | null;
}

const readEntities = (db: Db, ids: readonly string[]) =>
  db.selectFrom('billingEntity').selectAll().where('id', 'in', ids).execute();

const readClients = (db: Db, user: CurrentUser, ids: readonly string[]) =>
  db
    .selectFrom('client')
    .selectAll()
    .select([
      sql<DatedRegistration[]>`coalesce((select jsonb_agg(jsonb_build_object('scheme', scheme, 'value', value,
          'validFrom', valid_from, 'validTo', valid_to) order by no)
        from client_registration where client_id = client.id), '[]')`.as('registrations'),
      sql<Address | null>`(select jsonb_build_object('line1', line1, 'line2', line2, 'city', city, 'regionCode', region_code,
        'postal', postal, 'country', country) from client_address where client_id = client.id
        order by kind <> 'billing', no limit 1)`.as('address'),
    ])
    .where('id', 'in', ids)
    .where(inScope.client(user, sql.ref('client.id')))
    .execute();

type Rounding = Pick<InvoiceBasis, 'rounding' | 'roundingDir' | 'roundTotalTo'>;

/** The rounding rule of each entity on the document's date, in the order of `asked`. */
async function roundingsOn(
  db: Db,
  asked: readonly { entityId: string; date: string }[],
): Promise<Rounding[]> {
  const { rows } =
    await sql<Rounding>`select found.rounding_mode as rounding, found.rounding_dir, found.round_total_to
    from unnest(${asked.map(({ entityId }) => entityId)}::uuid[], ${asked.map(({ date }) => date)}::date[]) with ordinality as asked (entity, day, place)
    cross join lateral rounding_on(entity, day) as found order by asked.place`.execute(db);
  if (rows.some(({ rounding }) => rounding === null))
    throw new Error('a billing entity has no rounding rule');
  return rows;
}

type EntityRow = Awaited<ReturnType<typeof readEntities>>[number];
type ClientRow = Awaited<ReturnType<typeof readClients>>[number];
type Terms = Awaited<ReturnType<typeof withholdingTerms>>[number];

interface Read {
  wanted: Wanted;
  entity: EntityRow;
  client: ClientRow;
  rounding: Rounding;
  codes: readonly TaxCodeRow[];
  terms: Terms;
  advances: HeldAdvances;
}

function factsOf({ wanted, entity, client: given, rounding, codes, terms, advances }: Read): InvoiceFacts {
  const client = { ...given, registrations: registrationsOn(given.registrations, wanted.issueDate) };
  const address = entity.address as Address;
  const registrations = entity.registrations as Registration[];
  const india =
    entity.regime === 'IN' ? indiaOf({ address, registrations }, client, wanted.placeOfSupply) : null;
  const chargesTax = entity.taxStatus === 'registered';
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
    ...rounding,
    withholdingCodeId: withholding.some(({ id }) => id === client.withholdingCodeId)
      ? client.withholdingCodeId
      : null,
    withholdingRate: client.withholdingRate && ratePct(client.withholdingRate),
    withholdingCodes: withholding,
    terms: entity.defaultTerms,
    listsHours: client.listsHours,
    taxCodes: ordered.map((code) => ({
      id: code.id,
      label: code.name,
      code: code.code,
      treatment: treatmentOf(code, chargesTax, india),
    })),
    usualTaxCodeId: usualId,
    ...advances,
    fyStart: entity.fyStart,
    timezone: entity.timezone,
    country: entity.country,
    regime: entity.regime,
    chargesTax,
    buyerTreatment: client.taxTreatment,
    clientActive: client.status === 'active',
    entityActive: entity.active,
    // Getters, because a plan of hundreds of documents needs no address: it is composed only when a document is created.
    get billTo() {
      return clientParty(client);
    },
    get supplier() {
      return entityParty({ ...entity, address, registrations });
    },
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

/**
 * The facts of many documents, with no more queries than for one. Refuses REFERENCE_UNKNOWN on `entityId` or
 * `clientId`; a client outside the caller's scope is unknown.
 */
export async function factsOfMany(
  db: Db,
  user: CurrentUser,
  all: readonly Wanted[],
): Promise<InvoiceFacts[]> {
  if (all.length === 0) return [];
  const distinct = (of: (wanted: Wanted) => string) => [...new Set(all.map(of))];
  const [entities, clients] = await Promise.all([
    readEntities(
      db,
      distinct(({ entityId }) => entityId),
    ),
    readClients(
      db,
      user,
      distinct(({ clientId }) => clientId),
    ),
  ]);
  const entityOf = new Map(entities.map((entity) => [entity.id, entity]));
  const clientOf = new Map(clients.map((client) => [client.id, client]));
  const known = all.map((wanted) => {
    const entity = entityOf.get(wanted.entityId);
    if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
    const client = clientOf.get(wanted.clientId);
    if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
    return { wanted, entity, client };
  });
  const [roundings, codes, terms, advances] = await readOfDays(db, known);
  return known.map((one, index) =>
    factsOf({
      ...one,
      rounding: at(roundings, index),
      codes: at(codes, index),
      terms: at(terms, index),
      advances: at(advances, index),
    }),
  );
}

function at<Answer>(answers: readonly Answer[], index: number): Answer {
  const answer = answers[index];
  if (answer === undefined) throw new Error('a query returned too few rows for its documents');
  return answer;
}

/** The rules and rates in force on the date of each document. */
const readOfDays = (db: Db, known: readonly Pick<Read, 'wanted' | 'entity'>[]) =>
  Promise.all([
    onceEach(
      known.map(({ wanted: { entityId, issueDate: date } }) => ({ entityId, date })),
      (asked) => roundingsOn(db, asked),
    ),
    onceEach(
      known.map(({ wanted: { issueDate: date }, entity: { regime } }) => ({ regime, date })),
      (asked) => readTaxCodes(db, asked),
    ),
    withholdingOfWanted(db, known),
    Promise.all(known.map(async ({ wanted }) => (wanted.prepaid ? heldAdvances(db, wanted) : noAdvances))),
  ]);

/** Reads withholding codes only for documents that name one. */
async function withholdingOfWanted(
  db: Db,
  known: readonly Pick<Read, 'wanted' | 'entity'>[],
): Promise<Terms[]> {
  const withholds = known.filter(({ wanted }) => wanted.withholds !== false);
  const terms = await withholdingTerms(
    db,
    withholds.map(({ wanted: { clientId, entityId, issueDate: date }, entity: { fyStart } }) => ({
      clientId,
      entityId,
      date,
      fyStart,
    })),
  );
  const found = new Map(withholds.map(({ wanted }, index) => [wanted, terms[index]]));
  return known.map(({ wanted }) => found.get(wanted) ?? []);
}

/** As `factsOfMany`, for one document. */
export async function invoiceFacts(db: Db, user: CurrentUser, wanted: Wanted): Promise<InvoiceFacts> {
  const [facts] = await factsOfMany(db, user, [wanted]);
  if (!facts) throw new Error('the facts of a document are missing');
  return facts;
}

/** The initial values of an invoice form. */
export async function invoiceBasis(db: Db, user: CurrentUser, wanted: Wanted): Promise<InvoiceBasis> {
  const facts = await invoiceFacts(db, user, wanted);
  const { currency, creditLimit } = facts;
  const [held, { advances }, credit] = await Promise.all([
    advanceOf(db, { ...wanted, currency }),
    heldAdvances(db, wanted),
    creditLimit === null ? null : creditOf(db, user, { ...wanted, currency }),
  ]);
  return { ...facts, advance: largest(NOTHING, held), advances, credit };
}

/** Date formatters by time zone. Creating a formatter takes longer than all other computation of an issue. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Today's date in the time zone of the billing entity. */
export function todayIn(timezone: string): string {
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  calendars.set(timezone, calendar);
  return calendar.format(new Date());
}
