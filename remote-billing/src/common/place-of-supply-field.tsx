import { useTranslation } from 'react-i18next';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { placeChoices, placeText } from '@daybook/contracts/money/place-of-supply';
import { currentLanguage } from '@daybook/shared/i18n';
import { fieldOf } from '@daybook/shared/form/field';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';

// The field has the same name in every document that is taxed by place.
const Field = fieldOf(invoices.create);

interface PlaceOfSupplyProps {
  /** The state that follows from the client's address. */
  place: string;
  hint?: string;
}

/** The state whose tax applies, if it is not the one that follows from the client's address. */
export function PlaceOfSupplyField({ place, hint }: PlaceOfSupplyProps) {
  const { t } = useTranslation('billing');
  return (
    <Field name="placeOfSupply" label={t('field.placeOfSupply')} {...(hint !== undefined && { hint })}>
      <ClearableSelect
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={placeText(place, currentLanguage())}
        options={placeChoices(currentLanguage())}
      />
    </Field>
  );
}
