import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { taxCodes, type TaxCode } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { numberLocale } from '@daybook/shared/i18n';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { useSave } from '@daybook/shared/form/use-save';
import { NewRate } from './new-rate.tsx';
import styles from './services.module.css';

/** The rates of a code by date, newest first. A change of the law adds a rate. */
export function RatesDrawer({ code, onClose }: { code: TaxCode; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('settings');
  const { save } = useSave(taxCodes.removeRate);
  const removing = (rate: string, date: string) =>
    t('taxCode.removeRate', { rate: formatDecimal(rate, numberLocale()), date: dateText(date) });
  return (
    <Drawer open title={t('taxCode.ratesOf', { code: code.code })} onClose={onClose}>
      <table className={styles.rates}>
        <thead>
          <tr>
            <th scope="col">{t('taxCode.validFrom')}</th>
            <th scope="col" className={styles.figure}>
              {t('taxCode.rate')}
            </th>
            <th scope="col" aria-label={t('actions')} />
          </tr>
        </thead>
        <tbody>
          {code.rates.map(({ validFrom, rate }) => (
            <tr key={validFrom}>
              <td>
                <DateText date={validFrom} />
              </td>
              <td className={styles.figure}>{formatDecimal(rate, numberLocale())} %</td>
              <td>
                {code.rates.length > 1 && (
                  <ConfirmButton
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={removing(rate, validFrom)}
                    question={removing(rate, validFrom)}
                    consequence={t('taxCode.removeRateConsequence')}
                    verb={t('delete')}
                    run={async () => save({ id: code.id, validFrom }, code.version)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <NewRate code={code} />
    </Drawer>
  );
}
