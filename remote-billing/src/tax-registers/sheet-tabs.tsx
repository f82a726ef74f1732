import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type {
  taxRegisters,
  TaxRegisterTotal,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { countText } from '@daybook/shared/record/count-text';

interface SheetTabsProps {
  list: Pick<List<never, FilterOf<typeof taxRegisters>>, 'filter' | 'setFilter'>;
  sheets: TaxRegisterTotal['sheets'];
  sheet: TaxRegisterTotal['sheet'];
}

/** Chooses the sheet; each says how many rows it has. A list, because India has eighteen of them. */
export function SheetTabs({ list, sheets, sheet }: SheetTabsProps) {
  const { t } = useTranslation('billing');
  return (
    <Select
      aria-label={t('taxRegister.sheet')}
      value={sheet}
      popupMatchSelectWidth={false}
      options={sheets.map(({ id, label, rows }) => ({ value: id, label: `${label} (${countText(rows)})` }))}
      onChange={(chosen) => list.setFilter({ sheet: chosen })}
    />
  );
}
