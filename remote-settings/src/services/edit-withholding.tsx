import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  withholdingCodes,
  type WithholdingCode,
} from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { withholdingAddress } from './addresses.ts';
import { WithholdingFields } from './withholding-fields.tsx';

const Field = fieldOf(withholdingCodes.edit);

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

export default function EditWithholding() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(withholdingCodes.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(code) => (
        <FormScreen
          title={t('withholding.edit', { name: code.name })}
          endpoint={withholdingCodes.edit}
          initial={valuesOf(code)}
          fixed={{ id }}
          version={code.version}
          valuesOf={valuesOf}
          backTo={withholdingAddress}
          onSaved={() => void navigate(withholdingAddress)}
          extraActions={<DeleteWithholding code={code} />}
        >
          <WithholdingFields />
          <Field name="active" label={t('active')} hint={t('taxCode.activeHint')} valueProp="checked">
            <Switch />
          </Field>
        </FormScreen>
      )}
    </ReadView>
  );
}

function DeleteWithholding({ code: { id, version, name } }: { code: WithholdingCode }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { save } = useSave(withholdingCodes.remove);
  return (
    <ConfirmButton
      danger
      question={t('withholding.deleteQuestion', { name })}
      consequence={t('withholding.deleteConsequence')}
      verb={t('delete')}
      run={async () => {
        await save({ id }, version);
        notify.success(t('withholding.deleted', { name }));
        void navigate(withholdingAddress);
      }}
    >
      {t('delete')}
    </ConfirmButton>
  );
}
