import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  recurringInvoices,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordHistory } from '@daybook/shared/history/history';
import { languageName } from '@daybook/shared/inputs/code-names';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRuleText } from '@daybook/shared/series/rule-text';
import { SeriesAlert } from '@daybook/shared/series/series-alert';
import { SeriesStatusTag } from '@daybook/shared/series/series-status';
import { useRead } from '@daybook/shared/read/use-read';
import { recurringInvoiceAddress } from '../common/addresses.ts';
import { ClientLink } from '../common/client-link.tsx';
import { useHistoryWords } from '../common/history-words.ts';
import { placeText } from '../common/document-parts.tsx';
import { PreviewTable, PreviewWarnings } from './preview-table.tsx';
import { RunLog } from './run-log.tsx';
import { SeriesActions } from './series-actions.tsx';
import { stepped } from './stepped.ts';
import { useModes } from './use-modes.ts';
import styles from './recurring.module.css';

/** Labels of a series' columns in its history. */
const historyFields = {
  ...Object.fromEntries(
    `entity currency docLocale placeOfSupply reverseCharge poNo pricesIncludeTax withholdingCode withholdingRate terms
      notes`
      .split(/\s+/)
      .map((name) => [name, `field.${name}`]),
  ),
  discountPct: 'field.discount',
  title: 'recurring.name',
  mode: 'recurring.mode',
  rrule: 'recurring.rule',
  shift: 'shared:rule.shift',
  calendar: 'shared:rule.calendar',
  leadDays: 'shared:rule.leadDays',
  periodOffset: 'recurring.billed',
  calendarYear: 'shared:rule.calendarYear',
  startsOn: 'series:startsOn',
  endsOn: 'series:endsOn',
  endsAfter: 'series:endsAfter',
  paymentTermsDays: 'recurring.paymentTerms',
  statusReason: 'reason',
  status: 'field.status',
  'price.unitPrice': 'line.unitPrice',
  'price.validFrom': 'recurring.priceFrom',
  'line.upliftPct': 'recurring.uplift',
  occurrence: 'series:day',
  'occurrence.dueOn': 'series:movedTo',
  'occurrence.reason': 'reason',
};

export function RecurringRecord({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const words = useHistoryWords(historyFields, 'series:status');
  const ruleText = useRuleText();
  const mayEdit = useMay('recurring_invoices.edit');
  const modes = useModes();
  return (
    <RecordScreen
      title={withoutTokens(series.title)}
      status={<SeriesStatusTag series={series} />}
      summary={
        <>
          <ClientLink client={series.client} /> · {ruleText(series.rrule)} ·{' '}
          {t(`recurringMode.${series.mode}`)}
          {series.nextOn !== null && (
            <>
              {' · '}
              {t('recurring.nextOn')} <DateText date={series.nextOn} />
            </>
          )}
        </>
      }
      actions={<SeriesActions key={series.version} series={series} />}
      aside={
        <>
          <TermsFacts series={series} />
          <RecordHistory kind="recurring_invoice" id={series.id} words={words} />
        </>
      }
    >
      <SeriesAlert series={series} hint={t('recurring.resumeHint')} addressOf={recurringInvoiceAddress} />
      <Ahead series={series} />
      <RecordSection title={t('series:runs')}>
        <RunLog series={stepped(series, mayEdit && modes.includes(series.mode))} />
      </RecordSection>
    </RecordScreen>
  );
}

function Ahead({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('recurring_invoices.edit');
  const isOpen = series.status === 'active' || series.status === 'paused';
  const read = useRead(recurringInvoices.upcomingInvoices, isOpen ? { id: series.id } : null);
  if (!isOpen) return null;
  return (
    <RecordSection title={t('series:upcoming')}>
      <ReadView of={read} shape="days">
        {({ next, currency, warnings, creditExceeded }) => (
          <div className={styles.preview}>
            <PreviewWarnings warnings={warnings} credit={creditExceeded} next={next} />
            <PreviewTable
              label={t('series:upcoming')}
              days={next}
              currency={currency}
              series={stepped(series, mayEdit)}
            />
          </div>
        )}
      </ReadView>
    </RecordSection>
  );
}

const given = (label: string, value: ReactNode) => (value === null ? [] : [{ label, value }]);

function TermsFacts({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const { nextAmount, currency, startsOn, endsOn, endsAfter, paymentTermsDays, placeOfSupply } = series;
  return (
    <RecordSection title={t('series:terms')}>
      <Facts
        facts={[
          { label: t('field.entity'), value: <bdi>{series.entity.label}</bdi> },
          ...given(
            t('recurring.nextAmount'),
            nextAmount === null ? null : (
              <>
                <Amount minor={nextAmount} currency={currency} />{' '}
                {series.pricesIncludeTax ? t('recurring.withTax') : t('recurring.beforeTax')}
              </>
            ),
          ),
          { label: t('recurring.billed'), value: t(`recurring.billing.${series.rule.periodOffset}`) },
          ...given(
            t('shared:rule.calendarYear'),
            series.rule.calendarYear === true ? t('shared:rule.calendarYearHint') : null,
          ),
          { label: t('series:startsOn'), value: <DateText date={startsOn} /> },
          ...given(t('series:endsOn'), endsOn && <DateText date={endsOn} />),
          ...given(t('series:endsAfter'), endsAfter),
          ...given(t('recurring.paymentTerms'), paymentTermsDays),
          ...given(t('field.placeOfSupply'), placeOfSupply && placeText(placeOfSupply)),
          ...given(t('field.poNo'), series.poNo),
          { label: t('field.docLocale'), value: languageName(series.docLocale) },
        ]}
      />
      <ul>
        {[...new Set(series.lines.map(({ description }) => description))].map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
