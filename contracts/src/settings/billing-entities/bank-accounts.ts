import { isValidBIC } from 'ibantools';
import { z } from 'zod';
import { Uuid, optionalText, requiredText } from '../../fields.ts';
import { checkIdentifier, normaliseIdentifier } from '../../identifiers/identifiers.ts';
import type { IdentifierScheme } from '../../identifiers/identifiers.ts';

const identifier = (scheme: IdentifierScheme, code: string) =>
  optionalText(42)
    .transform((value) => value && normaliseIdentifier(scheme, value))
    .refine((value) => value === null || checkIdentifier(scheme, value).ok, code);

/** Where clients pay: an IBAN, an account number (with IFSC in India), or a UPI id. */
export const BankAccountInput = z
  .strictObject({
    /** Stays the same over edits, so that a receipt can refer to the account. */
    id: Uuid.optional(),
    label: requiredText(60),
    bank: optionalText(100),
    accountName: optionalText(120),
    iban: identifier('IBAN', 'IBAN'),
    accountNo: optionalText(34).refine(
      (value) => value === null || /^[A-Z0-9 -]{4,34}$/i.test(value),
      'ACCOUNT_NO',
    ),
    ifsc: identifier('IFSC', 'IFSC'),
    bic: optionalText(11)
      .transform((value) => value && value.toUpperCase())
      .refine((value) => value === null || isValidBIC(value), 'BIC'),
    upi: optionalText(100).refine(
      (value) => value === null || /^[a-z0-9._-]{2,64}@[a-z][a-z0-9]{1,63}$/i.test(value),
      'UPI',
    ),
  })
  .superRefine(({ iban, accountNo, ifsc, upi }, context) => {
    if (iban === null && accountNo === null && upi === null)
      context.addIssue({ code: 'custom', path: ['iban'], message: 'BANK_ACCOUNT_EMPTY' });
    if (ifsc !== null && accountNo === null)
      context.addIssue({ code: 'custom', path: ['accountNo'], message: 'REQUIRED' });
  });

export const BankAccount = z.object({
  id: Uuid,
  label: z.string(),
  bank: z.string().nullable(),
  accountName: z.string().nullable(),
  iban: z.string().nullable(),
  accountNo: z.string().nullable(),
  ifsc: z.string().nullable(),
  bic: z.string().nullable(),
  upi: z.string().nullable(),
});
export type BankAccount = z.infer<typeof BankAccount>;
