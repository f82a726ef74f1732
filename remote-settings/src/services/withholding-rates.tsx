import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import {
  withholdingCodes,
  type WithholdingCode,
  type WithholdingRate,
} from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { numberLocale } from '@daybook/shared/i18n';
import { amountText } from '@daybook/shared/record/amount';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './services.module.css';
import { WithholdingRateFields } from './withholding-fields.tsx';

/** The rates of a code by date, newest first. A change of the law adds a rate. */
export function WithholdingRates({ code, onClose }: { code: WithholdingCode; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('settings');
  const [isAdding, setAdding] = useState(false);
  const { id, section, version, currency } = code;
  return (
    <Drawer open title={t('taxCode.ratesOf', { code: section })} onClose={onClose}>
      <table className={styles.rates}>
        <thead>
          <tr>
            <th scope="col">{t('taxCode.validFrom')}</th>
            <th scope="col">{t('taxCode.rate')}</th>
            <th scope="col" aria-label={t('actions')} />
          </tr>
        </thead>
        <tbody>
          {code.rates.map((rate) => (
            <tr key={rate.validFrom}>
              <td>
                <DateText date={rate.validFrom} />
              </td>
              <td>
                <Bands rate={rate} currency={currency} />
              </td>
              <td>{code.rates.length > 1 && <RemoveRate code={code} rate={rate} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button type="primary" onClick={() => setAdding(true)}>
        {t('taxCode.addRate')}
      </Button>
      {isAdding && (
        <FormDialog
          title={t('withholding.newRate', { section })}
          endpoint={withholdingCodes.addRate}
          fixed={{ id }}
          version={version}
          verb={t('taxCode.addRate')}
          onSaved={() => setAdding(false)}
          onClose={() => setAdding(false)}
        >
          <WithholdingRateFields currency={currency} />
        </FormDialog>
      )}
    </Drawer>
  );
}

const percent = (value: string) => formatDecimal(value, numberLocale());

/** The basic rate, the rates above each tier, and the threshold. */
function Bands({ rate: { rate, threshold, tiers }, currency }: { rate: WithholdingRate; currency: string }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <div>{t('withholding.percent', { rate: percent(rate) })}</div>
      {tiers.map(({ above, rate: higher }) => (
        <div key={above}>
          {t('withholding.percentAbove', { rate: percent(higher), amount: amountText(above, currency) })}
        </div>
      ))}
      {threshold > 0 && <div>{t('withholding.from', { amount: amountText(threshold, currency) })}</div>}
    </>
  );
}

function RemoveRate({ code, rate: { rate, validFrom } }: { code: WithholdingCode; rate: WithholdingRate }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(withholdingCodes.removeRate);
  const question = t('taxCode.removeRate', { rate: percent(rate), date: dateText(validFrom) });
  return (
    <ConfirmButton
      type="text"
      icon={<DeleteOutlined />}
      aria-label={question}
      question={question}
      consequence={t('taxCode.removeRateConsequence')}
      verb={t('delete')}
      run={async () => save({ id: code.id, validFrom }, code.version)}
    />
  );
}
