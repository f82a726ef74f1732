import Button from 'antd/es/button';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  taxRegisters,
  type TaxRegisterTotal,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { TaxRegisterKind } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { download } from '@daybook/shared/call';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { dateText } from '@daybook/shared/record/date-text';
import { saveFile } from '@daybook/shared/record/save-file';

interface ExportRegisterProps {
  /** Undefined until it comes. */
  total: TaxRegisterTotal | undefined;
  register: TaxRegisterKind;
}

const Field = fieldOf(taxRegisters.mark);

/** Exports the whole register for a return: the period is marked, and the workbook saved. */
export function ExportRegister({ total, register }: ExportRegisterProps) {
  const { t } = useTranslation('billing');
  if (total !== undefined) return <Export total={total} register={register} />;
  return (
    <Button type="primary" disabled>
      {t('taxRegister.export')}
    </Button>
  );
}

function Export({ total, register }: { total: TaxRegisterTotal; register: TaxRegisterKind }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const { entity, period } = total;
  const save = async () => {
    const filter = { entityId: entity.id, register, ...period };
    try {
      saveFile(await download(taxRegisters.workbook, { filter }));
      notify.success(t('taxRegister.marked'));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('taxRegister.export')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('taxRegister.exportQuestion', { entity: entity.label })}
          consequence={t('taxRegister.exportMeans', { from: dateText(period.from), to: dateText(period.to) })}
          endpoint={taxRegisters.mark}
          fixed={{ entityId: entity.id, register, ...period }}
          verb={t('taxRegister.export')}
          onSaved={() => {
            setOpen(false);
            void save();
          }}
          onClose={() => setOpen(false)}
        >
          <Field
            name="closePeriod"
            label={t('taxRegister.closePeriod', { to: dateText(period.to) })}
            valueProp="checked"
          >
            <Switch />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
