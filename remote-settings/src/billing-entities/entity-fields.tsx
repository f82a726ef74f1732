import { useTranslation } from 'react-i18next';
import type { BillingEntity } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { FoldedFields } from '@daybook/shared/form/folded-fields';
import { AddressFields } from './address-fields.tsx';
import { BankFields } from './bank-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { NumberFields } from './number-fields.tsx';
import { TaxFields } from './tax-fields.tsx';
import { TermsFields } from './terms-fields.tsx';

/** The fields of a new billing entity. What is usual everywhere is filled in, and folded. */
export function NewEntityFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <IdentityFields isNew />
      <AddressFields />
      <TaxFields />
      <BankFields />
      <FoldedFields title={t('entity.usual')} hint={t('entity.usualHint')}>
        <NumberFields begun={[]} />
        <TermsFields saved={undefined} />
      </FoldedFields>
    </>
  );
}

/** The whole form of a billing entity. */
export function EntityFields({ entity }: { entity: BillingEntity }) {
  const begun = entity.numberFormats.filter(({ hasNumbers }) => hasNumbers).map(({ docKind }) => docKind);
  return (
    <>
      <IdentityFields isNew={false} />
      <AddressFields />
      <TaxFields />
      <NumberFields begun={begun} entityId={entity.id} />
      <TermsFields saved={entity} />
      <BankFields />
    </>
  );
}
