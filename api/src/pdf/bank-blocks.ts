import { paymentCode, qrPath } from './payment-code.ts';
import type { PrintedInvoice } from './printed-invoice.ts';
import { bankFacts, type Fact, type Issuer, type SheetContext } from './sheet.ts';

export interface BankBlock {
  facts: Fact[];
  code: { size: number; path: string; caption: string; scheme: string; amount: string } | null;
}

/** What the accounts are printed for. */
interface ToPay {
  issuer: Issuer;
  /** What the payer quotes; null if it has no number yet. */
  reference: string | null;
  amount: number;
  currency: string;
}

/** The accounts to pay to. Only the first one that supports a payment code shows it; with two codes, the payer would have to choose. */
export function accountsToPay(
  { issuer, reference, amount, currency }: ToPay,
  context: SheetContext,
): BankBlock[] {
  const { say, formats } = context;
  const codes = issuer.bankAccounts.map((account) =>
    reference === null ? null : paymentCode(account, { payee: issuer.name, reference, amount, currency }),
  );
  const coded = codes.findIndex((code) => code !== null);
  return issuer.bankAccounts.map((account, index) => {
    const code = index === coded ? codes[index] : null;
    return {
      facts: bankFacts(account, context),
      code: code
        ? {
            ...qrPath(code.payload),
            caption: say('scanToPay'),
            scheme: code.scheme,
            amount: formats.money(amount),
          }
        : null,
    };
  });
}

export function bankBlocks(invoice: PrintedInvoice, context: SheetContext): BankBlock[] {
  const { docKind, isVoid, issuer, number: reference, outstanding: amount, currency } = invoice;
  // A credit note and a void document are not paid.
  if (docKind === 'credit_note' || isVoid) return [];
  return accountsToPay({ issuer, reference, amount, currency }, context);
}
