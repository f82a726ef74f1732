import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { documentTemplates } from '@daybook/contracts/settings/billing-entities/document-templates';
import { issuerOf } from '../../billing/documents/issuer.ts';
import { todayIn } from '../../billing/documents/invoice-basis.ts';
import type { Db } from '../../db/database.ts';
import { invoicePdf } from '../../pdf/invoice-pdf.ts';
import { sampleInvoice } from '../../pdf/sample-invoice.ts';
import { signatureFrom } from './save-template.ts';

/** A sample of an invoice with the given look, which is stored nowhere. Refuses NOT_FOUND. */
export async function previewTemplate(
  db: Db,
  input: ParsedInputOf<typeof documentTemplates.preview>,
): Promise<Uint8Array> {
  const { id, language, signature: _given, ...look } = input;
  const entity = await db
    .selectFrom('billingEntity')
    .select(['baseCurrency', 'timezone', 'paymentTermsDays'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  const signature = (await signatureFrom(db, input))?.bytes ?? null;
  return invoicePdf(
    sampleInvoice({
      issuer: await issuerOf(db, id, null, { ...look, signature }),
      language,
      currency: entity.baseCurrency,
      day: todayIn(entity.timezone),
      paymentDays: entity.paymentTermsDays,
    }),
  );
}
