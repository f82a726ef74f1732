import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { BankAccount } from '@daybook/contracts/settings/billing-entities/bank-accounts';
import type { TaxDueSetting } from '@daybook/contracts/settings/billing-entities/tax-due';
import type { Db } from '../../db/database.ts';
import type { Addressee, DocumentLook, Issuer } from '../../pdf/sheet.ts';
import { currentLook } from './document-look.ts';
import { entityParty } from './parties.ts';
import type { Address, Registration } from './parties.ts';

/**
 * The issuer of a document: name and address as frozen on the document; logo and bank accounts, and when tax falls due by day, as they
 * are now. It looks as it does now unless `look` says how it did.
 */
export async function issuerOf(
  db: Db,
  entityId: string,
  frozen: Party | null,
  look?: DocumentLook,
): Promise<Issuer & TaxDueSetting & { regime: string }> {
  const entity = await db
    .selectFrom('billingEntity')
    .selectAll()
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  const party = entityParty({
    ...entity,
    address: entity.address as Address,
    registrations: entity.registrations as Registration[],
  });
  return {
    ...(frozen ?? party),
    regime: entity.regime,
    bankAccounts: entity.bankAccounts as BankAccount[],
    footer: entity.footer,
    logo: entity.logo,
    look: look ?? (await currentLook(db, entityId)),
    taxDue: entity.taxDue as TaxDueSetting['taxDue'],
    taxDueChanges: entity.taxDueChanges as TaxDueSetting['taxDueChanges'],
  };
}

const persons: ReadonlySet<string> = new Set(['individual', 'proprietor']);

/** The addressee as frozen on the document. The client's kind decides the form of address in Japanese letters. */
export async function addresseeOf(db: Db, clientId: string, frozen: Party): Promise<Addressee> {
  const { kind } = await db
    .selectFrom('client')
    .select('kind')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return { ...frozen, isPerson: persons.has(kind) };
}
