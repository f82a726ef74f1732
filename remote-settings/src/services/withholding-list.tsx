import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  withholdingCodes,
  type WithholdingCode,
} from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { ActiveFilter } from '../active-filter.tsx';
import { addWithholdingAddress, editWithholdingAddress } from './addresses.ts';
import { rateColumns } from './rate-columns.tsx';
import { ServicesTabs } from './services-tabs.tsx';
import { WithholdingRates } from './withholding-rates.tsx';

function useColumns(showRates: (code: WithholdingCode) => void): ColumnsOf<typeof withholdingCodes> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('withholding.section'),
      (code) => code.section,
      (code) => editWithholdingAddress(code.id),
      { sort: 'section', width: 140 },
    ),
    textColumn(t('withholding.name'), (code) => code.name, { name: 'name' }),
    textColumn(t('withholding.currency'), (code) => code.currency, { name: 'currency' }),
    textColumn(t('withholding.base'), (code) => t(`withholdingBase.${code.base}`), { name: 'base' }),
    ...rateColumns(t, showRates),
  ];
}

export default function WithholdingList() {
  const { t } = useTranslation('settings');
  const list = useList(withholdingCodes);
  const [chosen, setChosen] = useState<string | null>(null);
  const columns = useColumnChoice(
    'withholding_code',
    list,
    useColumns(({ id }) => setChosen(id)),
  );
  const shown = list.rows.find(({ id }) => id === chosen);
  return (
    <>
      <ListScreen
        title={t('withholding.title')}
        list={list}
        views={<ServicesTabs />}
        search={t('withholding.search')}
        filters={<ActiveFilter list={list} />}
        empty={t('withholding.empty')}
        columns={columns}
        primary={
          <LinkButton type="primary" to={addWithholdingAddress}>
            {t('withholding.add')}
          </LinkButton>
        }
      >
        <DataTable label={t('withholding.title')} list={list} columns={columns.columns} />
      </ListScreen>
      {shown !== undefined && (
        <WithholdingRates key={shown.id} code={shown} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
