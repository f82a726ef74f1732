import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { placeName } from '@daybook/contracts/money/place-of-supply';
import { currentLanguage } from '@daybook/shared/i18n';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { PlaceOfSupplyField } from '../../common/place-of-supply-field.tsx';
import { useDraft } from './use-draft.tsx';

const Field = fieldOf(invoices.create);

/** The service period and the tax treatment. */
export function SupplyFields() {
  const { t } = useTranslation('billing');
  const { basis } = useDraft();
  const place = basis?.placeOfSupply ?? null;
  return (
    <FormGroup title={t('group.supply')}>
      <Field name="serviceFrom" label={t('field.serviceFrom')}>
        <DateInput />
      </Field>
      <Field name="serviceTo" label={t('field.serviceTo')}>
        <DateInput />
      </Field>
      <Field name="supplyDate" label={t('field.supplyDate')}>
        <DateInput />
      </Field>
      {place !== null && (
        <PlaceOfSupplyField
          place={place}
          hint={t('hint.placeOfSupply', { state: placeName(place, currentLanguage()) })}
        />
      )}
      <Field name="pricesIncludeTax" label={t('field.pricesIncludeTax')} valueProp="checked">
        <Switch />
      </Field>
      <Field
        name="reverseCharge"
        label={t('field.reverseCharge')}
        hint={t('hint.reverseCharge')}
        valueProp="checked"
      >
        <Switch />
      </Field>
    </FormGroup>
  );
}
