import Empty from 'antd/es/empty';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { groupLedgers, groupOrders } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import { pageSizes } from '@daybook/contracts/lists';
import { download } from '@daybook/shared/call';
import { ExportButton } from '@daybook/shared/list/export-button';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { allLedgersAddress } from '../common/addresses.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { GroupTable } from './group-table.tsx';
import { LedgerChoice, ledgerOf } from './ledger-choice.tsx';
import { useLedgerQuery } from './use-ledger-query.ts';
import styles from '../common/books.module.css';

/** The ledger of the client group in the address. */
export default function GroupLedgerScreen({ groupId }: { groupId: string }) {
  const { t } = useTranslation('billing');
  const { query, change } = useLedgerQuery();
  const asOf = query.asOf ?? today();
  const order = groupOrders.find((one) => one === query.order) ?? 'together';
  const found = useRead(groupLedgers.find, { groupId, asOf });
  const ledgers = found.data?.ledgers ?? [];
  const ledger = ledgerOf(ledgers, query);
  const input =
    ledger === null
      ? null
      : {
          groupId,
          entityId: ledger.entity.id,
          currency: ledger.currency,
          asOf,
          order,
          ...(query.from !== null && { from: query.from }),
        };
  return (
    <section aria-labelledby="ledger-title" className={styles.screen}>
      <header className={styles.header}>
        <h1 id="ledger-title" className={styles.title}>
          {t('ledger.group')}
        </h1>
        <div className={styles.actions}>
          <LinkButton to={allLedgersAddress(query)}>{t('ledger.allClients')}</LinkButton>
          {input !== null && (
            <>
              <ExportButton
                exportAs={async (format, options) =>
                  download(groupLedgers.export, { ...input, format }, options)
                }
              />
              <PdfButton endpoint={groupLedgers.statement} input={input} />
            </>
          )}
        </div>
      </header>
      <LedgerChoice of="group" query={query} asOf={asOf} ledgers={ledgers} ledger={ledger} onChange={change}>
        <Select
          aria-label={t('ledger.order')}
          value={order}
          onChange={(chosen) => change({ order: chosen })}
          popupMatchSelectWidth={false}
          options={groupOrders.map((one) => ({ value: one, label: t(`ledger.orders.${one}`) }))}
        />
      </LedgerChoice>
      <ReadView of={found} shape="list">
        {() =>
          input === null ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('ledger.noneOfGroup')} />
          ) : (
            <GroupTable
              input={input}
              cursor={query.cursor}
              pageSize={pageSizes.find((size) => String(size) === query.pageSize) ?? 100}
              setPageSize={(size) => change({ pageSize: String(size) })}
              goTo={(cursor) => change({ cursor })}
            />
          )
        }
      </ReadView>
    </section>
  );
}
