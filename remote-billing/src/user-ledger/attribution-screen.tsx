import Alert from 'antd/es/alert';
import Checkbox from 'antd/es/checkbox';
import Empty from 'antd/es/empty';
import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  attribution,
  attributionViews,
  type AttributionView,
} from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { download } from '@daybook/shared/call';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { ExportButton } from '@daybook/shared/list/export-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { AttributionTable } from './attribution-table.tsx';
import { LedgerTabs } from './ledger-tabs.tsx';
import books from '../common/books.module.css';
import styles from './user-ledger.module.css';

/** What the address asks for: by default the relationship managers, this year to date. */
function useAsked() {
  const [params, setParams] = useSearchParams();
  const now = today();
  const entityId = params.get('entityId');
  const asked = {
    view: attributionViews.find((one) => one === params.get('by')) ?? ('crm' as const),
    from: params.get('from') ?? `${now.slice(0, 4)}-01-01`,
    to: params.get('to') ?? now,
    ...(entityId !== null && { entityId }),
  };
  const change = (patch: Record<string, string | null | undefined>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(patch)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return { asked, change, byMonth: params.has('months'), entityId };
}

/** What the clients of each person were billed, paid and owe. */
export function AttributionScreen() {
  const { t } = useTranslation('billing');
  const { asked, change, byMonth, entityId } = useAsked();
  const read = useRead(attribution.find, asked);
  return (
    <section aria-labelledby="attribution-title" className={books.screen}>
      <header className={books.header}>
        <h1 id="attribution-title" className={books.title}>
          {t('userLedger.title')}
        </h1>
        <div className={books.actions}>
          <ExportButton
            exportAs={async (format, options) => download(attribution.export, { ...asked, format }, options)}
          />
        </div>
      </header>
      <LedgerTabs tab="attribution" />
      <div className={books.choice}>
        <Segmented<AttributionView>
          aria-label={t('userLedger.view')}
          value={asked.view}
          onChange={(by) => change({ by })}
          options={attributionViews.map((value) => ({ value, label: t(`userLedger.views.${value}`) }))}
        />
        <DateRangeFilter
          from={asked.from}
          to={asked.to}
          label={t('collection.period')}
          onChange={(range) => change(range)}
        />
        <Lookup
          kind="billing_entity"
          aria-label={t('field.entity')}
          placeholder={t('field.entity')}
          value={entityId}
          onChange={(id) => change({ entityId: id })}
        />
        <Checkbox
          checked={byMonth}
          onChange={({ target }) => change({ months: target.checked ? '1' : null })}
        >
          {t('userLedger.byMonth')}
        </Checkbox>
      </div>
      <Alert
        type="info"
        title={t('userLedger.timeNote')}
        {...(asked.view === 'executive' && { description: t('userLedger.sharedNote') })}
      />
      <ReadView of={read} shape="list">
        {(found) =>
          found.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('userLedger.attributionEmpty')} />
          ) : (
            <div className={styles.record}>
              {found.map((one) => (
                <AttributionTable key={one.currency} of={one} byMonth={byMonth} />
              ))}
            </div>
          )
        }
      </ReadView>
    </section>
  );
}
