import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  withholdingCodes,
  type WithholdingCode,
} from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { withholdingAddress } from './addresses.ts';
import { WithholdingFields } from './withholding-fields.tsx';
import { Beside } from '../beside.tsx';
import { MasterHistory } from '../master-history.tsx';

const valuesOf = (code: WithholdingCode) => ({
  section: code.section,
  name: code.name,
  currency: code.currency,
  base: code.base,
  counting: code.counting,
  roundTo: code.roundTo,
  roundDir: code.roundDir,
  active: code.active,
});

const historyFields = {
  section: 'withholding.section',
  name: 'withholding.name',
  currency: 'withholding.currency',
  base: 'withholding.base',
  counting: 'withholding.counting',
  roundTo: 'withholding.roundTo',
  roundDir: 'withholding.roundDir',
  active: 'active',
  'rate.validFrom': 'taxCode.validFrom',
  'rate.rate': 'taxCode.rate',
  'rate.threshold': 'withholding.threshold',
};
const historyCodes = {
  base: 'withholdingBase',
};

export default function EditWithholding() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(withholdingCodes.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(code) => (
        <Beside
          panels={
            <MasterHistory kind="withholding_code" id={id} fields={historyFields} codes={historyCodes} />
          }
        >
          <FormScreen
            title={t('withholding.edit', { name: code.name })}
            endpoint={withholdingCodes.edit}
            initial={valuesOf(code)}
            fixed={{ id }}
            version={code.version}
            valuesOf={valuesOf}
            backTo={withholdingAddress}
            onSaved={() => void navigate(withholdingAddress)}
            extraActions={
              <DeleteButton
                endpoint={withholdingCodes.remove}
                record={code}
                consequence={t('withholding.deleteConsequence')}
                backTo={withholdingAddress}
              />
            }
          >
            <WithholdingFields />
            <ActiveField hint={t('taxCode.activeHint')} />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
