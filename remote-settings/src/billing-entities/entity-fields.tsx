import { AddressFields } from './address-fields.tsx';
import { BankFields } from './bank-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { NumberFields } from './number-fields.tsx';
import { TaxFields } from './tax-fields.tsx';
import { TermsFields } from './terms-fields.tsx';
import type { BillingEntity } from '@daybook/contracts/settings/billing-entities/billing-entities';

/** The whole form. Without `entity`, it is the form of a new one. */
export function EntityFields({ entity }: { entity?: BillingEntity }) {
  const begun =
    entity?.numberFormats.filter(({ hasNumbers }) => hasNumbers).map(({ docKind }) => docKind) ?? [];
  return (
    <>
      <IdentityFields isNew={entity === undefined} />
      <AddressFields />
      <TaxFields />
      <NumberFields begun={begun} {...(entity && { entityId: entity.id })} />
      <TermsFields saved={entity} />
      <BankFields />
    </>
  );
}
