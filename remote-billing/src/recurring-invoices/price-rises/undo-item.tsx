import { useTranslation } from 'react-i18next';
import {
  priceRises,
  type PriceRise,
  type PriceRiseItem,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';

/** Undoes one price. */
export function UndoItem({ rise, item }: { rise: PriceRise; item: PriceRiseItem }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(priceRises.undoItem);
  return (
    <ConfirmButton
      size="small"
      question={t('rise.undoOne', { client: item.client.label })}
      consequence={item.hasLetter ? t('rise.undoneAfterLetter') : t('rise.undoMeans')}
      verb={t('rise.undo')}
      run={async () => save({ id: rise.id, itemId: item.id })}
    >
      {t('rise.undo')}
    </ConfirmButton>
  );
}
