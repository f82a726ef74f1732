import { PlainDate } from '@daybook/contracts/fields';
import type { Reference } from '@daybook/contracts/fields';
import { exponentOf } from '@daybook/contracts/money/currency';
import { canonicalDecimal, decimal } from '@daybook/contracts/money/decimal';
import {
  MAX_AMOUNT,
  NOTHING,
  add,
  compare,
  fromDecimal,
  least,
  magnitude,
  minor,
  subtract,
  sum,
} from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  CertificateColumn,
  CertificateLine,
  ReadCertificate,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import type { WithheldSource } from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { FieldRefusals } from '@daybook/contracts/refusals';

export interface KnownClient extends Reference {
  code: string;
  taxIds: readonly { scheme: string; value: string }[];
}

/** An entry of the register that awaits a certificate. */
export interface AwaitingEntry {
  id: string;
  clientId: string;
  source: WithheldSource;
  /** Empty if neither invoice nor receipt name one. */
  section: string;
  fy: string;
  quarter: number;
  deductedOn: string;
  open: Minor;
}

export interface KnownCertificate {
  clientId: string;
  number: string;
  amount: Minor;
}

interface Terms {
  currency: string;
  /** The last day that may occur in the file. */
  today: string;
  /** The quarter of a day, in the fiscal year of the billing entity. */
  quarterOf: (day: string) => { fy: string; quarter: number };
  clients: readonly KnownClient[];
  entries: readonly AwaitingEntry[];
  certificates: readonly KnownCertificate[];
}

type Fault = (column: CertificateColumn, code: string, params?: Record<string, string | number>) => undefined;

const Money = decimal(19, 4);
const plain = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const lower = (text: string): string => text.trim().toLowerCase();

const gstin = /^\d{2}([A-Z]{5}\d{4}[A-Z])[0-9A-Z]{3}$/;
/** A tax number, and the PAN within it if it is a GSTIN. */
export const numbersIn = (value: string): string[] => {
  const number = plain(value);
  const pan = gstin.exec(number)?.[1];
  return pan === undefined ? [number] : [number, pan];
};

/** The clients that a row means: by its tax number, and only if that finds none, by code or name. */
function clientsOf(
  { taxId, client }: CertificateLine,
  clients: readonly KnownClient[],
): readonly KnownClient[] {
  const asked = new Set(taxId === '' ? [] : numbersIn(taxId));
  const named = clients.filter(
    (one) => client !== '' && (lower(one.code) === lower(client) || lower(one.label) === lower(client)),
  );
  const numbered = clients.filter((one) =>
    one.taxIds.some(({ value }) => numbersIn(value).some((number) => asked.has(number))),
  );
  if (numbered.length === 0) return named;
  // Branches share a PAN: then the name decides.
  const both = numbered.filter((one) => named.includes(one));
  return both.length > 0 ? both : numbered;
}

function dayOf(text: string, column: 'deductedOn' | 'certificateDate', today: string, fault: Fault) {
  const read = PlainDate.safeParse(text);
  if (text === '') return fault(column, 'REQUIRED');
  if (!read.success) return fault(column, 'DATE_INVALID');
  if (read.data > today) return fault(column, 'DATE_FUTURE');
  return read.data;
}

function amountOf(text: string, currency: string, fault: Fault): Minor | undefined {
  if (text === '') return fault('amount', 'REQUIRED');
  if (!Money.safeParse(text).success) return fault('amount', 'WRONG_FORMAT');
  const places = exponentOf(currency);
  if ((canonicalDecimal(text).split('.')[1] ?? '').length > places)
    return fault('amount', 'TOO_FINE', { maximum: places });
  if (Number(text) * 10 ** places > MAX_AMOUNT) return fault('amount', 'TOO_BIG', { maximum: MAX_AMOUNT });
  const amount = fromDecimal(canonicalDecimal(text), currency);
  return amount === 0 ? fault('amount', 'ALLOC_AMOUNT') : amount;
}

/**
 * The entries that a certificate for an amount proves: the one that it agrees with to a unit of the currency, or else the
 * entries of the quarter, the oldest first. Null if the amount exceeds all of them by more than a unit.
 */
export function proposeMatches(
  amount: Minor,
  entries: readonly AwaitingEntry[],
  unit: Minor,
): { entry: AwaitingEntry; amount: Minor }[] | null {
  const awaiting = entries
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => a.deductedOn.localeCompare(b.deductedOn) || a.id.localeCompare(b.id));
  const differenceOf = ({ open }: AwaitingEntry) => magnitude(subtract(open, amount));
  const [nearest] = awaiting.toSorted((a, b) => compare(differenceOf(a), differenceOf(b)));
  if (nearest && differenceOf(nearest) <= unit)
    return [{ entry: nearest, amount: least(amount, nearest.open) }];
  if (amount > add(sum(awaiting.map(({ open }) => open)), unit)) return null;
  let left = amount;
  return awaiting.flatMap((entry) => {
    const part = least(left, entry.open);
    left = subtract(left, part);
    return part > 0 ? [{ entry, amount: part }] : [];
  });
}

type Certificate = NonNullable<ReadCertificate['certificate']>;

function readFields(row: CertificateLine, terms: Terms, fault: Fault): Certificate | null {
  const { currency, today, quarterOf } = terms;
  if (row.section === '') fault('section', 'REQUIRED');
  else if (row.section.length > 30) fault('section', 'TOO_LONG', { maximum: 30 });
  if (row.number === '') fault('number', 'REQUIRED');
  else if (row.number.length > 60) fault('number', 'TOO_LONG', { maximum: 60 });
  const deductedOn = dayOf(row.deductedOn, 'deductedOn', today, fault);
  const certificateDate = dayOf(row.certificateDate, 'certificateDate', today, fault);
  const amount = amountOf(row.amount, currency, fault);
  if (!deductedOn || !certificateDate || amount === undefined) return null;
  const { section, number } = row;
  return { section, number, certificateDate, currency, amount, ...quarterOf(deductedOn) };
}

/**
 * What becomes of each row. A row uses up the entries that it proves, so that two rows never prove the same tax. A wrong row
 * has no effect, and lists its errors by column.
 */
export function readCertificates(rows: readonly CertificateLine[], terms: Terms): ReadCertificate[] {
  const unit = fromDecimal('1', terms.currency);
  const open = new Map(terms.entries.map((entry) => [entry.id, entry.open]));
  const known = new Map(
    terms.certificates.map((one) => [`${one.clientId} ${lower(one.number)}`, one.amount]),
  );
  const taken = new Set<string>();
  return rows.map((row): ReadCertificate => {
    const faults: FieldRefusals = {};
    const fault: Fault = (column, code, params) => {
      (faults[column] ??= []).push(params ? { code, params } : { code });
    };
    const certificate = readFields(row, terms, fault);
    const found = clientsOf(row, terms.clients);
    const named = row.taxId === '' ? 'client' : 'taxId';
    if (row.taxId === '' && row.client === '') fault('taxId', 'REQUIRED');
    else if (found.length === 0) fault(named, 'REFERENCE_UNKNOWN');
    else if (found.length > 1) fault(named, 'CLIENT_AMBIGUOUS');
    const [client] = found.length === 1 ? found : [];
    const shownClient = client ? { id: client.id, label: client.label } : null;
    const wrong = { outcome: 'wrong' as const, client: shownClient, certificate: null, matches: [], faults };
    if (!client || !certificate || Object.keys(faults).length > 0) return wrong;

    const key = `${client.id} ${lower(certificate.number)}`;
    const stands = known.get(key);
    if (taken.has(key)) fault('number', 'TWICE');
    else if (stands === certificate.amount)
      return { outcome: 'same', client: shownClient, certificate, matches: [], faults };
    else if (stands !== undefined) fault('number', 'CERTIFICATE_KNOWN');
    taken.add(key);
    if (Object.keys(faults).length > 0) return wrong;

    const { fy, quarter, amount } = certificate;
    const section = plain(certificate.section);
    const fitting = terms.entries
      .filter((one) => one.clientId === client.id && one.fy === fy && one.quarter === quarter)
      .filter((one) => one.section === '' || plain(one.section) === section)
      .map((one) => ({ ...one, open: open.get(one.id) ?? NOTHING }));
    if (fitting.every((one) => one.open === 0)) {
      fault('deductedOn', 'NOTHING_AWAITED');
      return wrong;
    }
    const proposed = proposeMatches(amount, fitting, unit);
    if (proposed === null) {
      fault('amount', 'ABOVE_AWAITED');
      return wrong;
    }
    for (const { entry, amount: part } of proposed)
      open.set(entry.id, subtract(open.get(entry.id) ?? NOTHING, minor(part)));
    const matches = proposed.map(({ entry, amount: part }) => ({
      entryId: entry.id,
      source: entry.source,
      amount: part,
    }));
    return { outcome: 'new', client: shownClient, certificate, matches, faults };
  });
}
