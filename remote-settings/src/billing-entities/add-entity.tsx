import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { defaultNumberFormats } from '@daybook/contracts/settings/billing-entities/number-formats';
import {
  countryDefaults,
  countryOfZone,
  regimeOf,
} from '@daybook/contracts/settings/billing-entities/regimes';
import { taxDueOfCountry } from '@daybook/contracts/settings/billing-entities/tax-due';
import { currentLanguage } from '@daybook/shared/i18n';
import { regionOfBrowser } from '@daybook/shared/region';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { editAddress, listAddress } from './addresses.ts';
import { NewEntityFields } from './entity-fields.tsx';
import { firstRegistrations } from './first-registrations.ts';
import { useFirmCountryAfterwards } from './use-firm-country.ts';

/** The country whose time the machine keeps, or of which the browser speaks, with what follows from it. */
function ofBrowser() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const country = countryOfZone(timeZone) ?? regionOfBrowser(currentLanguage());
  if (country === null) return { taxDue: 'invoice' as const, registrations: [] };
  return {
    country,
    regime: regimeOf(country),
    taxDue: taxDueOfCountry(country),
    registrations: firstRegistrations(country, 'registered'),
    ...countryDefaults(country),
  };
}

export default function AddEntity() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  useFirmCountryAfterwards();
  return (
    <FormScreen
      title={t('entity.add')}
      endpoint={billingEntities.create}
      initial={{
        ...ofBrowser(),
        taxStatus: 'registered',
        taxDueChanges: [],
        bankAccounts: [],
        numberFormats: defaultNumberFormats(),
        roundTotalTo: 0,
        roundingMode: 'document_rate',
        roundingDir: 'half_up',
        paymentTermsDays: 30,
        docLocale: currentLanguage(),
        chronology: 'warn',
        invoiceApproval: false,
        creditLimit: 'warn',
        writeOffLimit: 0,
      }}
      backTo={listAddress}
      // The logo is chosen on the next page.
      onSaved={({ id }) => void navigate(editAddress(id), { replace: true })}
    >
      <NewEntityFields />
    </FormScreen>
  );
}
