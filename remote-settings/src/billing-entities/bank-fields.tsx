import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { Field } from './field.ts';

const parts = [
  { part: 'bank', maxLength: 100 },
  { part: 'accountName', maxLength: 120 },
  { part: 'iban', maxLength: 42 },
  { part: 'bic', maxLength: 11 },
  { part: 'accountNo', maxLength: 34 },
  { part: 'ifsc', maxLength: 11 },
  { part: 'upi', maxLength: 100 },
] as const;

type Part = (typeof parts)[number]['part'];
type Account = Partial<Record<Part, string | null>>;

/** Banks of these countries have no IBAN. */
const withoutIban = new Set(['IN', 'CN', 'JP', 'US']);
const indian = new Set<Part>(['ifsc', 'upi']);

/** Whether banks of the country have this number. */
const isUsual = (part: Part, country: string): boolean =>
  indian.has(part) ? country === 'IN' : part !== 'iban' || !withoutIban.has(country);

export function BankFields() {
  const { t } = useTranslation('settings');
  const country = Form.useWatch('country') as string | undefined;
  const accounts = Form.useWatch('bankAccounts', { preserve: true }) as Account[] | undefined;
  return (
    <FormGroup title={t('bank.title')} explanation={t('bank.explanation')}>
      <FormRows name="bankAccounts" label={(position) => t('bank.label', { position })} add={t('bank.add')}>
        {(index) => (
          <>
            <Field
              name={['bankAccounts', index, 'label']}
              label={t('bank.name')}
              hint={t('bank.nameHint')}
              isRequired
            >
              <Input maxLength={60} autoComplete="off" />
            </Field>
            {parts
              .filter(({ part }) => isUsual(part, country ?? '') || accounts?.[index]?.[part])
              .map(({ part, maxLength }) => (
                <Field key={part} name={['bankAccounts', index, part]} label={t(`bank.${part}`)}>
                  <Input maxLength={maxLength} autoComplete="off" />
                </Field>
              ))}
          </>
        )}
      </FormRows>
    </FormGroup>
  );
}
