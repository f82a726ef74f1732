import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { taxCodesAddress } from './addresses.ts';
import { TaxCodeFields } from './tax-code-fields.tsx';

const Field = fieldOf(taxCodes.create);

export default function AddTaxCode() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('taxCode.add')}
      endpoint={taxCodes.create}
      initial={{ category: 'S' }}
      backTo={taxCodesAddress}
      onSaved={() => void navigate(taxCodesAddress, { replace: true })}
    >
      <TaxCodeFields />
      <Field name="rate" label={t('taxCode.rate')}>
        <DecimalInput unit="%" />
      </Field>
      <Field name="validFrom" label={t('taxCode.validFrom')}>
        <DateInput />
      </Field>
    </FormScreen>
  );
}
