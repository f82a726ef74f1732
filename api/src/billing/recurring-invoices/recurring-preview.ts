import type {
  PreviewedInvoice,
  InvoicesPreview,
  RecurringFields,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { NOTHING } from '@daybook/contracts/money/money';
import { yearStartOf } from '@daybook/contracts/recurrence/period';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { findRefused } from '../../mail/refused-addresses.ts';
import { nominalDates } from '../../recurrence/occurrences.ts';
import { endOf, termsOfClient } from '../../recurrence/open-series.ts';
import { openedSeries } from '../../recurrence/series-steps.ts';
import { jobOf } from '../../recurrence/run-series.ts';
import type { DueSeries } from '../../recurrence/series-due.ts';
import { previewSeries, upcomingOf } from '../../recurrence/upcoming.ts';
import { knownRate } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { creditExceeded } from '../documents/credit-limit.ts';
import { offeredContacts } from '../documents/document-mails.ts';
import { invoiceFacts } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { figuresOf } from '../invoices/invoice-drafts.ts';
import type { Draft } from '../invoices/invoice-drafts.ts';
import { checkActive, priceDraft, refusalOfIssue } from '../invoices/invoices.rules.ts';
import { onDay } from './recurring-amounts.ts';
import { recurringDraft, recurringTerms } from './recurring-drafts.ts';

/** A series and its terms, stored or as entered in the form. */
interface Told {
  series: DueSeries;
  terms: Parameters<typeof recurringDraft>[0];
}

/** Refuses as `termsOfClient` and `endOf`. */
async function typed(db: Db, user: CurrentUser, fields: RecurringFields): Promise<Told> {
  const { fyStart, country, today } = await termsOfClient(db, user, fields);
  const [client, entity] = [
    await db
      .selectFrom('client')
      .select(['paymentTermsDays', 'withholdingCodeId'])
      .where('id', '=', fields.clientId)
      .executeTakeFirst(),
    await db
      .selectFrom('billingEntity')
      .select(['baseCurrency', 'invoiceApproval', 'fyStart', 'country'])
      .where('id', '=', fields.entityId)
      .executeTakeFirst(),
  ];
  const terms = {
    ...fields,
    seriesId: '',
    kind: 'invoice',
    usualTermsDays: client?.paymentTermsDays ?? 0,
    usualWithholdingCodeId: client?.withholdingCodeId ?? null,
    baseCurrency: entity?.baseCurrency ?? '',
    invoiceApproval: entity?.invoiceApproval ?? false,
  };
  const { clientId, title, rule, startsOn, catchUp } = fields;
  const series = {
    ...rule,
    id: '',
    kind: 'invoice' as const,
    clientId,
    title,
    startsOn,
    catchUp,
    lastOn: endOf(fields),
    status: 'active' as const,
    doneThrough: startsOn,
    failCount: 0,
    fyStart: yearStartOf(rule, entity?.fyStart ?? fyStart),
    language: fields.docLocale,
    country: entity?.country ?? country,
    today,
  };
  return { series, terms };
}

const jobOn = (series: DueSeries, day: Pick<Upcoming, 'nominal' | 'due' | 'makeOn'>, issueDate: string) => ({
  ...jobOf(series, onDay(day.nominal, day.due, day.makeOn)),
  series: { ...series, today: issueDate },
});

/** The tax rates and texts of a draft, read once for each issue date. */
function factsByDay(db: Db, user: CurrentUser) {
  const known = new Map<string, Promise<InvoiceFacts>>();
  return (draft: Draft): Promise<InvoiceFacts> => {
    const facts = known.get(draft.issueDate) ?? invoiceFacts(db, user, draft);
    known.set(draft.issueDate, facts);
    return facts;
  };
}

async function previewOn(
  { series, terms }: Told,
  day: Upcoming,
  factsOf: ReturnType<typeof factsByDay>,
): Promise<PreviewedInvoice> {
  const issueDate = day.makeOn < series.today ? series.today : day.makeOn;
  const draft = recurringDraft(terms, jobOn(series, day, issueDate), null);
  const totals = priceDraft(draft, await factsOf(draft));
  return {
    ...day,
    ...figuresOf(totals),
    dueDate: draft.dueDate,
    lines: draft.lines.map(({ description, qty, unitPrice }, index) => ({
      description,
      qty,
      unitPrice,
      amount: totals.lines[index]?.amount ?? NOTHING,
    })),
  };
}

async function warningsOf(
  db: Db,
  { series, terms }: Told,
  { facts, rate, canMail }: { facts: InvoiceFacts; rate: string | null; canMail: boolean },
): Promise<InvoicesPreview['warnings']> {
  const warnings: InvoicesPreview['warnings'] = [];
  if (terms.currency !== facts.baseCurrency && rate === null) warnings.push('RATE_MISSING');
  if (terms.mode === 'draft') return warnings;
  const { invoiceApproval } = await db
    .selectFrom('billingEntity')
    .select('invoiceApproval')
    .where('id', '=', terms.entityId)
    .executeTakeFirstOrThrow();
  if (invoiceApproval) warnings.push('APPROVAL_NEEDED');
  if (terms.mode !== 'issue_send') return warnings;
  const contacts = await offeredContacts(db, 'invoice', series.clientId);
  if (!contacts.some(({ send }) => send === 'to')) warnings.push('ADDRESSEE_MISSING');
  const addressed = contacts.flatMap(({ send, email }) => (send === 'none' ? [] : [email]));
  if ((await findRefused(db, addressed)).length > 0) warnings.push('ADDRESS_REFUSED');
  if (!canMail) warnings.push('MAIL_NOT_SET_UP');
  return warnings;
}

async function tellAhead(
  db: Db,
  user: CurrentUser,
  told: Told,
  days: Awaited<ReturnType<typeof upcomingOf>>,
  canMail: boolean,
): Promise<InvoicesPreview> {
  const { series, terms } = told;
  const factsOf = factsByDay(db, user);
  const each = async (some: readonly Upcoming[]) => {
    const upcoming: PreviewedInvoice[] = [];
    for (const day of some) upcoming.push(await previewOn(told, day, factsOf));
    return upcoming;
  };
  const first = days.next[0] ?? days.missed.at(-1);
  const draft = recurringDraft(terms, jobOn(series, first ?? onDay(series.startsOn), series.today), null);
  const facts = await factsOf(draft);
  const rate = (await knownRate(db, { from: terms.currency, to: facts.baseCurrency, date: series.today }))
    ?.rate;
  const { fxRate: _isWarnedOf, ...refusals } =
    refusalOfIssue({ ...draft, fxRate: rate ?? null }, facts)?.fields ?? {};
  return {
    currency: terms.currency,
    next: await each(days.next),
    missed: await each(days.missed),
    missedBefore: days.missedBefore,
    creditExceeded: await creditExceeded(db, user, { ...draft, total: priceDraft(draft, facts).total }),
    warnings: await warningsOf(db, told, { facts, rate: rate ?? null, canMail }),
    refusals,
  };
}

/** A preview of terms that are not stored. Refuses as the creation of the series would. */
export async function previewInvoices(
  db: Db,
  user: CurrentUser,
  fields: RecurringFields,
  canMail: boolean,
): Promise<InvoicesPreview> {
  const told = await typed(db, user, fields);
  const { kind, fyStart, language, country } = told.series;
  const days = await previewSeries(db, user, fields, { kind, fyStart, language, country });
  return tellAhead(db, user, told, days, canMail);
}

/** The upcoming invoices of a series. Refuses NOT_FOUND, and as the creation of the next one would. */
export async function upcomingInvoicesOf(
  db: Db,
  user: CurrentUser,
  id: string,
  canMail: boolean,
): Promise<InvoicesPreview> {
  const series = await openedSeries(db, user, 'invoice', id);
  const [terms] = await recurringTerms(db, [id]);
  if (!terms) throw new Error('the terms of a recurring invoice are missing');
  return tellAhead(db, user, { series, terms }, await upcomingOf(db, series), canMail);
}

/**
 * Checks that the first invoice from a given date could be stored as a draft. Refuses as `termsOfClient`, `endOf`,
 * `checkActive` and `priceDraft`.
 */
export async function checkTerms(
  db: Db,
  user: CurrentUser,
  fields: RecurringFields,
  from = fields.startsOn,
): Promise<void> {
  const { series, terms } = await typed(db, user, fields);
  const [first = from] = nominalDates(series, { from, until: null, most: 1 });
  const draft = recurringDraft(terms, jobOn(series, onDay(first), series.today), null);
  const facts = await invoiceFacts(db, user, draft);
  checkActive(facts);
  priceDraft(draft, facts);
}
