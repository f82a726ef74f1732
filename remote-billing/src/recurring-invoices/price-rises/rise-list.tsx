import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { priceRises, riseStatuses, type PriceRiseRow } from '@daybook/contracts/crm/price-rises/price-rises';
import {
  dateColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoices, FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { Can } from '@daybook/shared/record/can';
import { countText } from '@daybook/shared/record/count-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { priceRiseAddress, recurringInvoicesAddress } from '../../common/addresses.ts';
import { byText, riseTones } from './rise-words.tsx';

const RaiseDialog = laterPart(() => import('./raise-dialog.tsx'));

const counted = (name: string, title: string, count: (row: PriceRiseRow) => number) =>
  textColumn<PriceRiseRow>(title, (row) => (count(row) === 0 ? null : countText(count(row))), {
    name,
    isShort: true,
  });

function useColumns(): ColumnsOf<typeof priceRises> {
  const { t } = useTranslation('billing');
  return [
    linkColumn(t('rise.by'), byText, (row) => priceRiseAddress(row.id)),
    dateColumn(t('rise.from'), (row) => row.from, { name: 'from' }),
    textColumn(t('rise.package'), (row) => row.package?.label, { name: 'package', isShort: true }),
    statusColumn(t('field.status'), ({ status }) => ({
      tone: riseTones[status],
      label: t(`rise.status.${status}`),
    })),
    counted('planned', t('rise.itemStatus.planned'), (row) => row.planned + row.waiting),
    counted('done', t('rise.itemStatus.done'), (row) => row.done),
    counted('refused', t('rise.itemStatus.refused'), (row) => row.refused),
    counted('undone', t('rise.itemStatus.undone'), (row) => row.undone),
    counted('letters', t('rise.letters'), (row) => row.letters),
    textColumn(t('rise.plannedBy'), (row) => row.by, { name: 'by', isShort: true }),
    {
      title: t('rise.plannedAt'),
      name: 'at',
      width: 150,
      sort: 'at',
      render: ({ at }) => <InstantText at={at} />,
    },
  ];
}

/** The price rises, and the form of a new one for the subscriptions of a package that the address names. */
export default function RiseList() {
  const { t } = useTranslation('billing');
  const list = useList(priceRises);
  const columns = useColumnChoice('price_rise', list, useColumns());
  const [params, setParams] = useSearchParams();
  const packageId = params.get('raise');
  const close = () =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('raise');
      return next;
    });
  return (
    <>
      <ListScreen
        title={t('rise.list')}
        list={list}
        search={t('rise.search')}
        empty={t('rise.empty')}
        columns={columns}
        primary={
          <Can do="recurring_invoices.edit">
            <LinkButton type="primary" to={recurringInvoicesAddress}>
              {t('rise.choose')}
            </LinkButton>
          </Can>
        }
        filters={
          <>
            <FilterChoices
              list={list}
              name="status"
              label={t('field.status')}
              options={riseStatuses.map((value) => ({ value, label: t(`rise.status.${value}`) }))}
            />
            <FilterLookup list={list} name="packageId" label={t('rise.package')} kind="package" />
          </>
        }
      >
        <DataTable label={t('rise.list')} list={list} columns={columns.columns} />
      </ListScreen>
      {packageId !== null && <RaiseDialog of={{ packageId, filter: {} }} onClose={close} />}
    </>
  );
}
