import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { exchangeRates, type ExchangeRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { listAddress } from './addresses.ts';
import { RateFields } from './rate-fields.tsx';
import { Beside } from '../beside.tsx';
import { MasterHistory } from '../master-history.tsx';

const valuesOf = ({ from, to, date, rate, source }: ExchangeRate) => ({ from, to, date, rate, source });

const historyFields = {
  fromCurrency: 'rate.from',
  toCurrency: 'rate.to',
  rateDate: 'rate.date',
  rate: 'rate.rate',
  source: 'rate.source',
};

export default function EditRate() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(exchangeRates.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(rate) => (
        <Beside panels={<MasterHistory kind="exchange_rate" id={id} fields={historyFields} />}>
          <FormScreen
            title={t('rate.edit', { from: rate.from, to: rate.to })}
            endpoint={exchangeRates.edit}
            initial={valuesOf(rate)}
            fixed={{ id }}
            version={rate.version}
            valuesOf={valuesOf}
            backTo={listAddress}
            onSaved={() => void navigate(listAddress)}
            extraActions={<DeleteRate rate={rate} />}
          >
            <RateFields />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}

function DeleteRate({ rate: { id, version, from, to } }: { rate: ExchangeRate }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { save } = useSave(exchangeRates.remove);
  return (
    <ConfirmButton
      danger
      question={t('rate.deleteQuestion', { from, to })}
      consequence={t('rate.deleteConsequence')}
      verb={t('delete')}
      run={async () => {
        await save({ id }, version);
        notify.success(t('rate.deleted'));
        void navigate(listAddress);
      }}
    >
      {t('delete')}
    </ConfirmButton>
  );
}
