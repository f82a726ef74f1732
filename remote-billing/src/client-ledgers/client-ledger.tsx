import Empty from 'antd/es/empty';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { InputOf } from '@daybook/contracts/endpoint';
import {
  statementKinds,
  statements,
  type StatementKind,
} from '@daybook/contracts/receivables/statements/statements';
import { pageSizes } from '@daybook/contracts/lists';
import { download } from '@daybook/shared/call';
import { ExportButton } from '@daybook/shared/list/export-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useLanding } from '@daybook/shared/record/use-landing';
import { allLedgersAddress } from '../common/addresses.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { today } from '@daybook/shared/today';
import { LedgerChoice, ledgerOf } from './ledger-choice.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { SendStatement } from './send-statement.tsx';
import { useLedgerQuery } from './use-ledger-query.ts';
import styles from '../common/books.module.css';

type Asked = InputOf<typeof clientLedgers.statement>;

/** The ledgers of an entity in all currencies go out in one mail. */
const mailOf = ({ currency: _currency, ...whose }: Asked, kind: StatementKind) => ({ ...whose, kind });

/** The ledger as a file, as a statement and by mail. */
function Outputs({ input, kind }: { input: Asked; kind: StatementKind }) {
  return (
    <>
      <ExportButton
        exportAs={async (format, options) => download(clientLedgers.export, { ...input, format }, options)}
      />
      <PdfButton endpoint={statements.pdf} input={{ ...input, kind }} />
      <SendStatement asked={mailOf(input, kind)} />
    </>
  );
}

export default function ClientLedgerScreen() {
  const { t } = useTranslation('billing');
  const landing = useLanding();
  const { query, change } = useLedgerQuery();
  const { clientId, from } = query;
  const asOf = query.asOf ?? today();
  const found = useRead(clientLedgers.find, clientId === null ? null : { clientId, asOf });
  const ledger = ledgerOf(found.data ?? [], query);
  const input =
    clientId === null || ledger === null
      ? null
      : {
          clientId,
          entityId: ledger.entity.id,
          currency: ledger.currency,
          asOf,
          ...(from !== null && { from }),
        };
  const kind = statementKinds.find((one) => one === query.kind) ?? 'period';
  return (
    <section aria-labelledby="ledger-title" className={styles.screen}>
      <header className={styles.header}>
        <h1 id="ledger-title" ref={landing} tabIndex={-1} className={styles.title}>
          {t('ledger.title')}
        </h1>
        <div className={styles.actions}>
          <LinkButton to={allLedgersAddress(query)}>{t('ledger.allClients')}</LinkButton>
          {input !== null && <Outputs input={input} kind={kind} />}
        </div>
      </header>
      <LedgerChoice
        of="client"
        query={query}
        asOf={asOf}
        ledgers={found.data ?? []}
        ledger={ledger}
        onChange={change}
      >
        <Select
          aria-label={t('statement.kind')}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
          popupMatchSelectWidth={false}
          options={statementKinds.map((one) => ({ value: one, label: t(`statement.kinds.${one}`) }))}
        />
      </LedgerChoice>
      <ReadView of={found} shape="list">
        {() =>
          input === null ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('ledger.none')} />
          ) : (
            <LedgerTable
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
