import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { taxCodes, type TaxCode } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';

interface Typed {
  validFrom?: string | null;
  rate?: string | null;
}

/** Adds a rate that applies from a date. */
export function NewRate({ code: { id, version } }: { code: TaxCode }) {
  const { t } = useTranslation('settings');
  const [form] = Form.useForm<Typed>();
  const { save, isSaving } = useSave(taxCodes.addRate);
  const [failure, setFailure] = useState<unknown>(null);

  const show = (fields: FieldRefusals, refusal?: ApiRefusal) =>
    form.setFields(
      (['validFrom', 'rate'] as const).map((name) => ({
        name,
        errors: (fields[name] ?? []).map((one) => fieldText(one, refusal)),
      })),
    );
  const add = async (typed: Typed) => {
    setFailure(null);
    const input = { id, ...typed };
    const checked = taxCodes.addRate.input.safeParse(input);
    show(checked.success ? {} : fieldRefusals(checked.error, input));
    if (!checked.success) return;
    try {
      await save(checked.data, version);
      form.resetFields();
    } catch (error) {
      if (isRefusal(error) && Object.keys(error.fields).length > 0) show(error.fields, error);
      else setFailure(error);
    }
  };
  return (
    <Form<Typed> form={form} layout="vertical" noValidate onFinish={(typed) => void add(typed)}>
      <Form.Item name="validFrom" label={t('taxCode.validFrom')} required>
        <DateInput />
      </Form.Item>
      <Form.Item name="rate" label={t('taxCode.rate')} required>
        <DecimalInput unit="%" />
      </Form.Item>
      {failure !== null && <ErrorBox error={failure} />}
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {t('taxCode.addRate')}
      </Button>
    </Form>
  );
}
