import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { priceRises, type PriceRise } from '@daybook/contracts/crm/price-rises/price-rises';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { Can } from '@daybook/shared/record/can';
import { countText } from '@daybook/shared/record/count-text';
import { priceRisesAddress } from '../../common/addresses.ts';

/** The steps of a price rise. */
export function RiseActions({ rise }: { rise: PriceRise }) {
  return (
    <Can do="recurring_invoices.edit">
      {rise.status === 'draft' ? <DraftActions rise={rise} /> : <UndoAll rise={rise} />}
    </Can>
  );
}

function DraftActions({ rise: { id, version, planned } }: { rise: PriceRise }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { save: apply } = useSave(priceRises.apply);
  const { save: remove } = useSave(priceRises.remove);
  return (
    <>
      <ConfirmButton
        question={t('rise.removeQuestion')}
        consequence={t('rise.removeMeans')}
        verb={t('rise.remove')}
        run={async () => {
          await remove({ id }, version);
          void navigate(priceRisesAddress, { replace: true });
        }}
      >
        {t('rise.remove')}
      </ConfirmButton>
      {planned > 0 && (
        <ConfirmButton
          type="primary"
          isDangerous={false}
          question={t('rise.applyQuestion', { count: planned, shown: countText(planned) })}
          consequence={t('rise.applyMeans')}
          verb={t('rise.apply')}
          run={async () => apply({ id }, version)}
        >
          {t('rise.apply')}
        </ConfirmButton>
      )}
    </>
  );
}

function UndoAll({ rise: { id, version, done, waiting, letters } }: { rise: PriceRise }) {
  const { t } = useTranslation('billing');
  const { save: undo } = useSave(priceRises.undo);
  if (done + waiting === 0) return null;
  return (
    <ConfirmButton
      question={t('rise.undoQuestion', { count: done, shown: countText(done) })}
      consequence={
        letters > 0
          ? t('rise.undoToldMeans', { count: letters, shown: countText(letters) })
          : t('rise.undoMeans')
      }
      verb={t('rise.undo')}
      run={async () => undo({ id }, version)}
    >
      {t('rise.undo')}
    </ConfirmButton>
  );
}
