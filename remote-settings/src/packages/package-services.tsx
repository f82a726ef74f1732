import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import {
  compare,
  magnitude,
  MAX_AMOUNT,
  minor,
  NOTHING,
  subtract,
  sum,
} from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { amountText } from '@daybook/shared/record/amount';

const Field = fieldOf(packages.create);

/** The lines that the price is spread over, with what is still to be spread. */
export function PackageServices({ currency }: { currency: string }) {
  const { t } = useTranslation('settings');
  const services = Form.useWatch<unknown>('services');
  // The only service has the whole price (sent-package.ts).
  const isSpread = Array.isArray(services) && services.length > 1;
  return (
    <FormGroup title={t('package.services')} explanation={t('package.servicesHint')}>
      <FormRows
        name="services"
        label={(no) => t('package.serviceNo', { no })}
        add={t('package.addService')}
        blank={{ qty: '1' }}
      >
        {(index) => (
          <>
            <Field name={['services', index, 'serviceId']} label={t('package.service')} isRequired>
              <Lookup kind="service" />
            </Field>
            <Field name={['services', index, 'qty']} label={t('package.qty')} isRequired>
              <DecimalInput />
            </Field>
            {isSpread && (
              <Field
                name={['services', index, 'share']}
                label={t('package.share')}
                hint={t('package.shareHint')}
                isRequired
              >
                <MoneyInput currency={currency} />
              </Field>
            )}
          </>
        )}
      </FormRows>
      {isSpread && <Rest currency={currency} />}
    </FormGroup>
  );
}

/** An amount above the limit is refused; it might be too large to be summed. */
const amountOf = (value: unknown): Minor =>
  typeof value === 'number' && value <= MAX_AMOUNT ? minor(value) : NOTHING;

function Rest({ currency }: { currency: string }) {
  const { t } = useTranslation('settings');
  const price = amountOf(Form.useWatch<unknown>('price'));
  const services = Form.useWatch<unknown>('services');
  const shares = Array.isArray(services)
    ? services.map((line: { share?: unknown } | undefined) => amountOf(line?.share))
    : [];
  const rest = subtract(price, sum(shares));
  if (currency === '' || compare(rest, NOTHING) === 0) return null;
  return (
    <output>
      {t(compare(rest, NOTHING) > 0 ? 'package.rest' : 'package.over', {
        amount: amountText(magnitude(rest), currency),
      })}
    </output>
  );
}
