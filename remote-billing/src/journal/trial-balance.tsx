import Checkbox from 'antd/es/checkbox';
import Empty from 'antd/es/empty';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { trialBalances, type TrialBalance } from '@daybook/contracts/billing/journal/journal';
import { lookups } from '@daybook/contracts/lookups';
import { download } from '@daybook/shared/call';
import { listLink } from '@daybook/shared/list-link';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { ExportButton } from '@daybook/shared/list/export-button';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { useRead } from '@daybook/shared/read/use-read';
import { useAccountName } from './use-account-name.ts';
import styles from '../common/books.module.css';

/** The trial balance of the entity and day in the address. By default it shows the first entity, today. */
export default function TrialBalanceScreen() {
  const { t } = useTranslation('billing');
  const [params, setParams] = useSearchParams();
  const asOf = params.get('asOf') ?? today();
  const byDepartment = params.get('byDepartment') === 'true';
  const entities = useRead(lookups.find, { kind: 'billing_entity' });
  const entityId = params.get('entityId') ?? entities.data?.[0]?.id ?? null;
  const change = (patch: Record<string, string>) =>
    setParams((before) => ({ ...Object.fromEntries(before), ...patch }));
  return (
    <section aria-labelledby="balance-title" className={styles.screen}>
      <header className={styles.header}>
        <h1 id="balance-title" className={styles.title}>
          {t('trialBalance.title')}
        </h1>
        {entityId !== null && (
          <ExportButton
            exportAs={async (format, options) =>
              download(
                trialBalances.export,
                { entityId, asOf, byDepartment: asQuery(byDepartment), format },
                options,
              )
            }
          />
        )}
      </header>
      <div className={styles.choice}>
        <Lookup
          kind="billing_entity"
          aria-label={t('field.entity')}
          placeholder={t('field.entity')}
          value={entityId}
          onChange={(id) => {
            if (id !== null) change({ entityId: id });
          }}
        />
        <label className={styles.date}>
          {t('ledger.asOf')}
          <SettledDate
            value={asOf}
            onChange={(day) => {
              if (day !== null) change({ asOf: day });
            }}
          />
        </label>
        <Checkbox
          checked={byDepartment}
          onChange={({ target }) => change({ byDepartment: String(target.checked) })}
        >
          {t('trialBalance.byDepartment')}
        </Checkbox>
      </div>
      {entityId === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('trialBalance.choose')} />
      ) : (
        <Balance entityId={entityId} asOf={asOf} byDepartment={byDepartment} />
      )}
    </section>
  );
}

interface BalanceProps {
  entityId: string;
  asOf: string;
  byDepartment: boolean;
}

function Balance({ byDepartment, ...input }: BalanceProps) {
  const { t } = useTranslation('billing');
  const read = useRead(trialBalances.open, { ...input, byDepartment: asQuery(byDepartment) });
  return (
    <ReadView of={read} shape="list">
      {(balance) =>
        balance.rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('trialBalance.empty')} />
        ) : (
          <Accounts balance={balance} byDepartment={byDepartment} />
        )
      }
    </ReadView>
  );
}

const asQuery = (isSo: boolean): 'true' | undefined => (isSo ? 'true' : undefined);

/** Assets, liabilities and equity belong to no department. */
function Department({ of, type }: { of: Row['department']; type: Row['account']['type'] }) {
  const { t } = useTranslation('billing');
  if (of !== null) return <bdi>{of.label}</bdi>;
  return type === 'income' || type === 'expense' ? t('trialBalance.noDepartment') : '–';
}

type Row = TrialBalance['rows'][number];
const entriesOf = ({ entity, asOf }: TrialBalance, accountId: string): string =>
  listLink('journal_entry', { entityId: entity.id, accountId, to: asOf });

function Accounts({ balance, byDepartment }: { balance: TrialBalance; byDepartment: boolean }) {
  const { t } = useTranslation('billing');
  const nameOf = useAccountName();
  const { entity, currency, asOf, rows, debit, credit } = balance;
  const figure = (minor: number) => (
    <td className={styles.figure}>
      <Amount minor={minor} currency={currency} showCurrency={false} zeroAsDash />
    </td>
  );
  return (
    <div>
      <p id="balance-of" className={styles.caption}>
        <bdi>{entity.label}</bdi> · <bdi>{currency}</bdi> ·{' '}
        <bdi>{t('ledger.asOfDate', { date: dateText(asOf) })}</bdi>
      </p>
      <div className={styles.scroll}>
        <table className={styles.table} aria-labelledby="balance-of">
          <thead>
            <tr>
              <th scope="col">{t('journal.account')}</th>
              <th scope="col" className={styles.whole}>
                {t('journal.type')}
              </th>
              {byDepartment && <th scope="col">{t('trialBalance.department')}</th>}
              <th scope="col" className={styles.figure}>
                {t('ledger.debit')} ({currency})
              </th>
              <th scope="col" className={styles.figure}>
                {t('ledger.credit')} ({currency})
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ account, department, ...sides }) => (
              <tr key={`${account.id} ${department?.id}`}>
                <td>
                  <Link to={entriesOf(balance, account.id)}>{nameOf(account)}</Link>
                </td>
                <td className={styles.whole}>{t(`accountType.${account.type}`)}</td>
                {byDepartment && (
                  <td>
                    <Department of={department} type={account.type} />
                  </td>
                )}
                {figure(sides.debit)}
                {figure(sides.credit)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className={styles.edge}>
              <th scope="row" colSpan={byDepartment ? 3 : 2}>
                {t('trialBalance.total')}
              </th>
              {figure(debit)}
              {figure(credit)}
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}
