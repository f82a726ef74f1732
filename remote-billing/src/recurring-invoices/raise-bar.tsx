import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllFound } from '@daybook/shared/list/use-all-found';
import { useTotalText, type List } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { countText } from '@daybook/shared/record/count-text';
import { withLaterTexts } from '../later-texts.ts';
import type { Raised } from './price-rises/raise-dialog.tsx';

const RaiseDialog = laterPart(withLaterTexts(() => import('./price-rises/raise-dialog.tsx')));

interface RaiseBarProps {
  ids: readonly string[];
  found: Pick<Raised, 'q' | 'filter'>;
  /** How many series the search and filters find. */
  counted: List['counted'];
  onClear: () => void;
}

/** Raises the prices of the ticked series, or of all that the list finds. */
export function RaiseBar({ ids, found, counted, onClear }: RaiseBarProps) {
  const { t } = useTranslation('billing');
  const total = useTotalText(counted);
  const [isAll, chooseAll] = useAllFound(ids, found);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <strong>
        {isAll
          ? t('recurring.allChosen', { shown: total })
          : t('recurring.chosen', { count: ids.length, shown: countText(ids.length) })}
      </strong>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('recurring.raise')}
      </Button>
      {!isAll && total !== '' && (
        <Button type="link" onClick={chooseAll}>
          {t('recurring.chooseAll', { shown: total })}
        </Button>
      )}
      <Button type="text" onClick={onClear}>
        {t('recurring.clearChoice')}
      </Button>
      {isOpen && (
        <RaiseDialog of={isAll ? found : { ids: [...ids], filter: {} }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
