import type {
  OpeningColumn,
  OpeningInput,
  ReadOpening,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { PlainDate } from '@daybook/contracts/fields';
import { CurrencyCode, exponentOf } from '@daybook/contracts/money/currency';
import { FxRate, canonicalDecimal, decimal } from '@daybook/contracts/money/decimal';
import { MAX_AMOUNT, fromDecimal, isBookable, negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { FieldRefusals } from '@daybook/contracts/refusals';

/** A document of the old system, as it is stored here or would be. */
export type OpeningFigures = NonNullable<ReadOpening['document']>;

export interface StandingOpening extends OpeningFigures {
  id: string;
  clientId: string;
  isSettled: boolean;
}

export interface OpeningClient {
  id: string;
  code: string;
  /** The code in a previous system. */
  oldCode: string | null;
  /** The codes of the clients that were merged into it. */
  mergedCodes: readonly string[];
  name: string;
  currency: string;
  paymentTermsDays: number;
  openingLocked: boolean;
}

export interface OpeningTerms {
  cutOverOn: string;
  baseCurrency: string;
  /** The clients that the rows may name. */
  clients: readonly OpeningClient[];
  standing: readonly StandingOpening[];
  /** What earlier rows of the same file have named. */
  taken: Set<string>;
}

/** A row, with the stored opening balance that it replaces. */
export interface OpeningRow extends ReadOpening {
  replaces: StandingOpening | null;
}

type Fault = (column: OpeningColumn, code: string, params?: Record<string, string | number>) => undefined;

/** As long as the section of a certificate may be. */
const longestSection = 30;

const lower = (text: string): string => text.trim().toLowerCase();
/** A name as it is compared: a file may compose its accents otherwise, and have other spaces. */
const asNamed = (text: string): string => lower(text.normalize('NFKC')).replaceAll(/\s+/g, ' ');
const Money = decimal(19, 4, { signed: true });

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function clientOf(text: string, byName: ReadonlyMap<string, readonly OpeningClient[]>, fault: Fault) {
  if (text === '') return fault('client', 'REQUIRED');
  const [client, other] = byName.get(asNamed(text)) ?? [];
  if (!client) return fault('client', 'REFERENCE_UNKNOWN');
  if (other) return fault('client', 'CLIENT_AMBIGUOUS');
  return client;
}

function dayOf(text: string, column: 'date' | 'dueDate', fault: Fault): string | undefined {
  const read = PlainDate.safeParse(text);
  if (text === '') fault(column, 'REQUIRED');
  else if (!read.success) fault(column, 'DATE_INVALID');
  return read.data;
}

function currencyOf(text: string, usual: string, fault: Fault): string | undefined {
  const read = CurrencyCode.safeParse(text === '' ? usual : text.toUpperCase());
  if (!read.success) fault('currency', 'CURRENCY_UNKNOWN');
  return read.data;
}

function amountOf(text: string, currency: string, fault: Fault): Minor | undefined {
  if (text === '') return fault('amount', 'REQUIRED');
  if (!Money.safeParse(text).success) return fault('amount', 'WRONG_FORMAT');
  if ((canonicalDecimal(text).split('.')[1] ?? '').length > exponentOf(currency))
    return fault('amount', 'TOO_FINE', { maximum: exponentOf(currency) });
  if (Math.abs(Number(text)) * 10 ** exponentOf(currency) > MAX_AMOUNT)
    return fault('amount', 'TOO_BIG', { maximum: MAX_AMOUNT });
  const amount = fromDecimal(canonicalDecimal(text), currency);
  if (amount === 0) return fault('amount', 'REQUIRED');
  return amount;
}

function rateOf(text: string, currency: string, base: string, fault: Fault): string | undefined {
  const isBase = currency === base;
  const rate = text === '' && isBase ? '1' : text;
  if (rate === '') return fault('fxRate', 'REQUIRED');
  if (!FxRate.safeParse(rate).success) return fault('fxRate', 'WRONG_FORMAT');
  if (isBase && Number(rate) !== 1) return fault('fxRate', 'FX_RATE_SAME_CURRENCY');
  return canonicalDecimal(rate);
}

const isOfTax = ({ kind }: Pick<OpeningInput, 'kind'>): boolean => lower(kind) === 'withheld';

/** Tax withheld has numbers of its own, because a register often names it by the number of the invoice. */
const keyOf = (clientId: string, number: string, ofTax: boolean): string =>
  `${clientId} ${ofTax ? 'tax' : ''} ${lower(number)}`;

/** Without a number, a row is all that a client owes or, of tax, all that it withheld on a day. */
const numberOf = (row: OpeningInput, { code }: OpeningClient): string =>
  row.number || (isOfTax(row) ? `WT-${code}-${row.date}` : `OB-${code}`);

/**
 * Without a due date in the file, a stored opening balance keeps its own. The same file thus changes nothing, even if
 * the client's payment terms have changed.
 */
function dueOf(
  row: OpeningInput,
  date: string,
  client: OpeningClient,
  standing: StandingOpening | undefined,
  fault: Fault,
): string | undefined {
  if (row.amount.startsWith('-') || isOfTax(row)) return date;
  if (row.dueDate !== '') {
    const due = dayOf(row.dueDate, 'dueDate', fault);
    if (due !== undefined && due < date) fault('dueDate', 'DATE_BEFORE_ISSUE');
    return due;
  }
  return standing?.kind === 'invoice' && standing.date === date
    ? standing.dueDate
    : addDays(date, client.paymentTermsDays);
}

const isSame = (one: OpeningFigures, other: OpeningFigures): boolean =>
  one.kind === other.kind &&
  one.date === other.date &&
  one.dueDate === other.dueDate &&
  one.currency === other.currency &&
  one.amount === other.amount &&
  one.fxRate === other.fxRate &&
  one.section === other.section;

const figuresOf = ({ kind, number, date, dueDate, currency, amount, fxRate, section }: OpeningFigures) => ({
  kind,
  number,
  date,
  dueDate,
  currency,
  amount,
  fxRate,
  section,
});

/** Only tax withheld names its kind and section; the sign tells the other kinds apart. */
function kindOf(row: OpeningInput, signed: Minor, fault: Fault): OpeningFigures['kind'] {
  if (!isOfTax(row)) {
    if (row.kind !== '') fault('kind', 'REFERENCE_UNKNOWN');
    return signed < 0 ? 'receipt' : 'invoice';
  }
  if (signed < 0) fault('amount', 'ALLOC_AMOUNT');
  if (row.section.length > longestSection) fault('section', 'TOO_LONG', { maximum: longestSection });
  return 'withheld';
}

function readDocument(
  row: OpeningInput,
  client: OpeningClient,
  standing: StandingOpening | undefined,
  { cutOverOn, baseCurrency }: OpeningTerms,
  fault: Fault,
): OpeningFigures | null {
  const date = dayOf(row.date, 'date', fault);
  if (date !== undefined && date > cutOverOn) fault('date', 'DATE_AFTER_CUT_OVER', { latest: cutOverOn });
  const dueDate = date && dueOf(row, date, client, standing, fault);
  const currency = currencyOf(row.currency, client.currency, fault);
  const signed = currency && amountOf(row.amount, currency, fault);
  const fxRate = currency && rateOf(row.fxRate, currency, baseCurrency, fault);
  if (!date || !dueDate || !currency || !signed || !fxRate) return null;
  const amount = signed < 0 ? negate(signed) : signed;
  if (!isBookable(amount, currency, baseCurrency, fxRate))
    fault('amount', 'TOO_BIG', { maximum: MAX_AMOUNT });
  const kind = kindOf(row, signed, fault);
  const number = numberOf(row, client);
  const section = kind === 'withheld' && row.section !== '' ? row.section : null;
  return { kind, number, date, dueDate, currency, amount, fxRate, section };
}

/** The result of each row: a wrong row has no effect, and lists its errors by column. */
export function readRows(rows: readonly OpeningInput[], terms: OpeningTerms): OpeningRow[] {
  const byName = new Map<string, OpeningClient[]>();
  for (const client of terms.clients) {
    const { code, oldCode, mergedCodes, name } = client;
    for (const named of new Set([code, oldCode ?? '', ...mergedCodes, name].map(asNamed)))
      byName.set(named, [...(byName.get(named) ?? []), client]);
  }
  const standing = new Map(
    terms.standing.map((one) => [keyOf(one.clientId, one.number, one.kind === 'withheld'), one]),
  );
  return rows.map((row) => {
    const faults: FieldRefusals = {};
    const fault: Fault = (column, code, params) => {
      (faults[column] ??= []).push(params ? { code, params } : { code });
    };
    const client = clientOf(row.client, byName, fault);
    if (!client)
      return { outcome: 'wrong', client: null, document: null, before: null, faults, replaces: null };
    const key = keyOf(client.id, numberOf(row, client), isOfTax(row));
    if (terms.taken.has(key)) fault('number', 'TWICE');
    terms.taken.add(key);
    const stands = standing.get(key);
    const document = readDocument(row, client, stands, terms, fault);
    const differs = document !== null && !(stands && isSame(stands, document));
    if (differs && stands?.isSettled) fault('amount', 'OPENING_SETTLED');
    if (differs && client.openingLocked) fault('client', 'OPENING_LOCKED');
    const named = { id: client.id, label: client.name };
    if (document === null || Object.keys(faults).length > 0)
      return { outcome: 'wrong', client: named, document: null, before: null, faults, replaces: null };
    return {
      outcome: !stands ? 'new' : differs ? 'changed' : 'same',
      client: named,
      document,
      before: stands && differs ? figuresOf(stands) : null,
      faults,
      replaces: stands ?? null,
    };
  });
}
