import { creditReasons } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { creditNoteAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import { earliest } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { IssuedInvoice } from './invoices.ts';
import { paperOf } from './paper.ts';

/** One credit note for this many invoices. */
const often = 12;

/**
 * Credits part or all of a line that was billed too high. Most credit notes settle what the client owes on that invoice, some
 * are refunded, and the last ones are drafts.
 */
export async function makeCreditNotes(
  demo: Demo,
  issued: readonly IssuedInvoice[],
  accountantOf: (client: DemoClient) => Person,
): Promise<void> {
  const random = demo.random('credit notes');
  const chosen = issued
    .filter(({ invoice }, index) => index % often === 3 && (invoice.lines[0]?.net ?? 0) > 0)
    .toSorted((a, b) => a.invoice.issueDate.localeCompare(b.invoice.issueDate))
    .map((one, index, all) => ({
      ...one,
      percent: random.pick([10, 25, 50, 100]),
      reasonCode: random.pick(creditReasons.filter((code) => code !== 'other')),
      isDraft: index >= all.length - 2,
      isPaidBack: random.chance(0.3),
      isAgreed: index % 4 === 0,
    }));
  await demo.inOrder('Credit notes', chosen, {
    laneOf: ({ client }) => client.entity.country,
    work: async ({ client, invoice, percent, reasonCode, isDraft, isPaidBack, isAgreed }) => {
      const accountant = accountantOf(client);
      const { lines, entity, currency, docLocale } = await accountant.call(invoices.open, { id: invoice.id });
      const [line] = lines;
      if (!line) return;
      const amount = Math.max(1, Math.floor((line.net * percent) / 100));
      const issueDate = earliest(addDays(invoice.issueDate, 25), demo.today);
      const { id, version, total } = await accountant.call(creditNotes.create, {
        entityId: entity.id,
        clientId: client.id,
        currency,
        issueDate,
        docLocale,
        reasonCode,
        lines: [{ invoiceLineId: line.id, amount }],
      });
      if (isAgreed) {
        const paper = paperOf(['AGREED BY TELEPHONE', '', issueDate]);
        await accountant.send(creditNoteAttachments.attach, { id, name: 'agreed.pdf' }, paper);
      }
      if (isDraft) return;
      const { outstanding } = await accountant.call(invoices.open, { id: invoice.id });
      const owed = Math.min(outstanding, total);
      const note = await accountant.call(
        creditNotes.issue,
        { id, allocations: owed > 0 ? [{ invoiceId: invoice.id, amount: owed }] : [] },
        version,
      );
      if (!isPaidBack || note.available === 0) return;
      await accountant.call(creditNotes.refund, {
        id,
        date: issueDate,
        amount: note.available,
        mode: 'bank',
        fxRate: client.fxRate,
      });
    },
  });
}
