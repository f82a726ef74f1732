import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { taxCodesAddress } from './addresses.ts';
import { TaxCodeFields } from './tax-code-fields.tsx';
import { Beside } from '../beside.tsx';
import { MasterHistory } from '../master-history.tsx';

const historyFields = {
  code: 'taxCode.code',
  name: 'taxCode.name',
  regime: 'entity.regime',
  kind: 'taxCode.kind',
  category: 'taxCode.category',
  active: 'active',
  'rate.validFrom': 'taxCode.validFrom',
  'rate.rate': 'taxCode.rate',
};
const historyCodes = {
  regime: 'regime',
  kind: 'taxKind',
  category: 'category',
};

export default function EditTaxCode() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(taxCodes.open, { id });
  return (
    <ReadView of={read} shape="form">
      {({ code, name, regime, kind, category, active, version }) => (
        <Beside
          panels={<MasterHistory kind="tax_code" id={id} fields={historyFields} codes={historyCodes} />}
        >
          <FormScreen
            title={t('taxCode.edit', { code })}
            endpoint={taxCodes.edit}
            initial={{ code, name, regime, kind, category, active }}
            fixed={{ id }}
            version={version}
            backTo={taxCodesAddress}
            onSaved={() => void navigate(taxCodesAddress)}
          >
            <TaxCodeFields />
            <ActiveField hint={t('taxCode.activeHint')} />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
