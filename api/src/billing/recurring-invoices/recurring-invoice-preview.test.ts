import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { addDays, monthNumber } from '@daybook/contracts/plain-date';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import {
  monthStart,
  setUpRecurringInvoices,
  today,
} from '../../../test/fixtures/recurring-invoice-fixture.ts';
import type { Fields } from '../../../test/fixtures/recurring-invoice-fixture.ts';

const at = setUpRecurringInvoices();
const { line, fieldsOf } = at;

/** The half-year may begin in this fiscal year or the next; the price is the same in both. */
const priceAt = (periodFrom: string) => {
  if (periodFrom >= monthStart(30)) return periodFrom >= monthStart(42) ? 550 : 500;
  const years = Math.floor((monthNumber(periodFrom) - monthNumber(today) + 5) / 12);
  return years >= 2 ? 121 : years >= 1 ? 110 : 100;
};

describe('the preview of a series', () => {
  it('shows dated prices, their uplift, taxes, and warnings about the client’s mail and the rates', async () => {
    const terms = fieldsOf({
      mode: 'issue_send',
      lines: [
        line({
          qty: '2',
          upliftPct: '10',
          prices: [
            { validFrom: monthStart(-5), unitPrice: '100' },
            { validFrom: monthStart(30), unitPrice: '500' },
          ],
        }),
      ],
      rule: { rrule: 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=1' },
    });
    const { next, missed, warnings, currency, refusals } = await at.admin.call(
      recurringInvoices.previewInvoices,
      terms,
    );
    expect({ missed, warnings, currency, refusals }).toEqual({
      missed: [],
      warnings: ['MAIL_NOT_SET_UP'],
      currency: 'EUR',
      refusals: {},
    });
    expect(next).toHaveLength(12);
    for (const one of next.filter(({ periodFrom }) => periodFrom < monthStart(54))) {
      const net = 2 * 100 * priceAt(one.periodFrom);
      expect(one).toMatchObject({ net, tax: net / 5, payable: net + net / 5, due: one.nominal });
      expect(one.lines[0]?.description).toMatch(/^Books \w+ \d{4}$/);
      expect(one.dueDate).toBe(addDays(one.makeOn, 30));
    }
    await at.api.ownerPool.query(
      `with sent as (insert into email_message (id, message_key, recipient, subject, body, failed_at)
          values (gen_random_uuid(), 'refused', '', '', '', now()) returning id)
        insert into refused_address (address, reason, message_id) select distinct contact.email, '550', sent.id
          from sent, contact join client_contact link on link.contact_id = contact.id where link.client_id = $1`,
      [at.fixture.clientId],
    );
    const refused = await at.admin.call(recurringInvoices.previewInvoices, terms);
    expect(refused.warnings).toContain('ADDRESS_REFUSED');
    await at.api.db.deleteFrom('clientContact').where('clientId', '=', at.fixture.clientId).execute();
    await at.api.db
      .updateTable('billingEntity')
      .set({ invoiceApproval: true })
      .where('id', '=', at.fixture.entityId)
      .execute();
    const abroad = await at.admin.call(recurringInvoices.previewInvoices, { ...terms, currency: 'NOK' });
    expect(abroad.warnings.toSorted()).toEqual([
      'ADDRESSEE_MISSING',
      'APPROVAL_NEEDED',
      'MAIL_NOT_SET_UP',
      'RATE_MISSING',
    ]);
  });

  it('is in the language of the series, by the fiscal year of its billing entity and not of the client’s entity', async () => {
    const entityId = await makeEntity(at.api.db);
    await at.api.db
      .updateTable('billingEntity')
      .set({ fyStart: '02-01' })
      .where('id', '=', entityId)
      .execute();
    const terms = fieldsOf({
      entityId,
      docLocale: 'fr',
      rule: { rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1' },
      lines: [line({ description: '{month} {quarter}' })],
    });
    const { next } = await at.admin.call(recurringInvoices.previewInvoices, terms);
    const made = await at.admin.call(recurringInvoices.create, terms);
    expect((await at.admin.call(recurringInvoices.upcomingInvoices, { id: made.id })).next).toEqual(next);
    const written = next.slice(0, 4).map(({ periodTo, lines }) => {
      const quarter = ['04', '07', '10', '01'].indexOf(periodTo.slice(5, 7)) + 1;
      const month = new Intl.DateTimeFormat('fr', { timeZone: 'UTC', month: 'long', year: 'numeric' });
      return [lines[0]?.description, `${month.format(new Date(periodTo))} Q${quarter}`];
    });
    for (const [said, expected] of written) expect(said).toBe(expected);
    await at.admin.call(recurringInvoices.runNow, { id: made.id }, { version: made.version });
    const [run] = (await at.admin.call(recurringInvoices.runs, { id: made.id })).rows;
    const invoice = await at.admin.call(invoices.open, { id: run?.made?.id ?? '' });
    expect(invoice.lines[0]?.description).toBe(next[0]?.lines[0]?.description);
    expect(invoice.serviceTo).toBe(next[0]?.periodTo);
  });

  it('is refused with an error on each wrong field', async () => {
    const refusedOf = async (more: Partial<Fields>) =>
      Object.entries((await at.admin.refused(recurringInvoices.create, fieldsOf(more))).errors).map(
        ([field, [fault]]) => `${field} ${fault?.code}`,
      );
    const id = crypto.randomUUID();
    expect(await refusedOf({ lines: [line({ taxCodeId: id })] })).toEqual([
      'lines.0.taxCodeId REFERENCE_UNKNOWN',
    ]);
    expect(await refusedOf({ lines: [line({ prices: [] })] })).toEqual(['lines.0.prices TOO_FEW']);
    const twice = { validFrom: today, unitPrice: '1' };
    expect(await refusedOf({ lines: [line({ prices: [twice, twice] })] })).toEqual([
      'lines.0.prices PRICE_TWICE',
    ]);
    const later = [{ validFrom: monthStart(2), unitPrice: '1' }];
    expect(await refusedOf({ lines: [line(), line({ prices: later })] })).toEqual([
      'lines.1.prices.0.validFrom PRICE_NOT_YET',
    ]);
    expect(await refusedOf({ lines: [line({ qty: '-1' })] })).toEqual(['lines TOTAL_NEGATIVE']);
    expect(await refusedOf({ title: 'Books {moon}' })).toEqual(['title TOKEN_UNKNOWN']);
    expect(await refusedOf({ ends: 'until', endsOn: monthStart(0) })).toEqual(['endsOn ENDS_BEFORE_FIRST']);
    expect(await refusedOf({ clientId: id })).toEqual(['clientId REFERENCE_UNKNOWN']);
    expect(await refusedOf({ create: [monthStart(0)] })).toEqual(['create NOT_A_CHOICE']);
    const daily = { rrule: 'FREQ=DAILY' };
    const old = { rule: daily, startsOn: '1990-01-01' };
    expect(await refusedOf(old)).toEqual(['startsOn STARTS_TOO_EARLY']);
    // The preview refuses this before it looks for past dates.
    const upcoming = await at.admin.refused(recurringInvoices.previewInvoices, fieldsOf(old));
    expect(upcoming.errors['startsOn']?.[0]?.code).toBe('STARTS_TOO_EARLY');
    expect(
      (await at.admin.call(recurringInvoices.list, { filter: { clientId: at.fixture.clientId } })).rows,
    ).toEqual([]);
  });
});
