import { useTranslation } from 'react-i18next';
import { formatMinor, parseMinor } from '@daybook/contracts/money/amount-entry';
import { minor } from '@daybook/contracts/money/money';
import type { LookupKind } from '@daybook/contracts/lookups';
import {
  ageingBases,
  outstandingBy,
  type outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { moneyLocale } from '@daybook/shared/i18n';
import { dayOfToken } from '@daybook/shared/list-address';
import { today } from '@daybook/shared/today';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { FilterBar, type BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { CurrencyFilter, EntityFilter } from '../common/document-filters.tsx';
import { TypedFilter } from '../common/typed-filter.tsx';
import { bucketName } from './bucket-name.ts';

type ReportFilter = FilterOf<typeof outstanding>;
type ReportList = Pick<List<never, ReportFilter>, 'filter' | 'setFilter'>;

interface OutstandingFiltersProps {
  list: ReportList;
  bounds: readonly number[];
  /** The currency of an amount as long as none is chosen. */
  currency: string | undefined;
}

/** The day, how documents are aged and summed, and which clients and lines are shown. */
export function OutstandingFilters({ list, bounds, currency }: OutstandingFiltersProps) {
  const whose = useWhose(list);
  const lines = useLines(list, bounds, currency);
  const [day, by, basis] = useKind(list);
  return (
    <FilterBar list={list} filters={[day, by, ...lines.slice(0, 2), ...whose, basis, ...lines.slice(2)]}>
      <SavedViews list="outstanding" />
    </FilterBar>
  );
}

type Filter = BarFilter<ReportFilter>;

/** What the lines stand for, as of when, and from which date documents are aged. */
function useKind(list: ReportList): readonly [Filter, Filter, Filter] {
  const { t } = useTranslation('billing');
  const say = (key: string) => t(`outstandingReport.${key}`);
  return [
    {
      // The report always has a day, so nothing clears it.
      names: [],
      label: say('asOf'),
      control: (
        <SettledDate
          aria-label={say('asOf')}
          value={dayOfToken(list.filter.asOf ?? 'today')}
          onChange={(day) => list.setFilter({ asOf: day === null || day === today() ? 'today' : day })}
        />
      ),
    },
    {
      names: ['by'],
      label: say('by'),
      control: (
        <FilterChoice
          list={list}
          name="by"
          label={say('by')}
          options={outstandingBy.map((by) => ({ value: by, label: say(`byKind.${by}`) }))}
        />
      ),
    },
    {
      names: ['basis'],
      label: say('basis'),
      control: (
        <FilterChoice
          list={list}
          name="basis"
          label={say('basis')}
          options={ageingBases.map((basis) => ({
            value: basis,
            label: say(basis === 'due' ? 'basisDue' : 'basisIssue'),
          }))}
        />
      ),
    },
  ];
}

type Looked = 'clientId' | 'groupId' | 'crmId' | 'managerId' | 'departmentId';

/** Whose documents are counted. */
function useWhose(list: ReportList): Filter[] {
  const { t } = useTranslation('billing');
  const say = (key: string) => t(`outstandingReport.${key}`);
  const looked = (name: Looked, label: string, kind: LookupKind): Filter => ({
    names: [name],
    label,
    control: <FilterLookup list={list} name={name} label={label} kind={kind} />,
  });
  const typed = list.filter.tag;
  return [
    { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={list} /> },
    { names: ['currency'], label: t('field.currency'), control: <CurrencyFilter list={list} /> },
    looked('clientId', t('field.client'), 'client'),
    looked('groupId', say('byKind.group'), 'client_group'),
    looked('crmId', say('byKind.crm'), 'crm'),
    looked('managerId', say('byKind.manager'), 'manager'),
    looked('departmentId', say('department'), 'department'),
    {
      names: ['tag'],
      label: say('tag'),
      control: (
        <TypedFilter
          label={say('tag')}
          value={typed}
          settle={(text) => list.setFilter({ tag: text || undefined })}
        />
      ),
    },
    ...(['active', 'promised'] as const).map((name): Filter => {
      const label = say(name === 'active' ? 'activeOnly' : 'withPromise');
      return { names: [name], label, control: <FilterToggle list={list} name={name} label={label} /> };
    }),
  ];
}

/** Which lines are shown, the amounts of a line staying whole. */
function useLines(list: ReportList, bounds: readonly number[], currency: string | undefined): Filter[] {
  const { t } = useTranslation('billing');
  const say = (key: string) => t(`outstandingReport.${key}`);
  const toggle = (name: 'overdue' | 'disputed' | 'unapplied', label: string): Filter => ({
    names: [name],
    label,
    control: <FilterToggle list={list} name={name} label={label} />,
  });
  const buckets = [say('notDue'), ...[...bounds, null].map((_, index) => bucketName(bounds, index))];
  return [
    toggle('overdue', say('onlyOverdue')),
    {
      names: ['bucket'],
      label: say('bucket'),
      control: (
        <FilterChoice
          list={list}
          name="bucket"
          label={say('bucket')}
          options={buckets.map((label, index) => ({ value: String(index), label }))}
        />
      ),
    },
    toggle('disputed', say('onlyDisputed')),
    toggle('unapplied', say('hasUnapplied')),
    {
      names: ['minimum'],
      label: say('fromAmount'),
      control: <AmountFilter list={list} currency={list.filter.currency ?? currency} />,
    },
    {
      names: ['overDays'],
      label: say('overDays'),
      control: (
        <TypedFilter
          isFigure
          label={say('overDays')}
          value={list.filter.overDays as string | undefined}
          settle={(text) => list.setFilter({ overDays: text.replaceAll(/\D/g, '') || undefined })}
        />
      ),
    },
  ];
}

/** Lines from an amount on, which is an amount of one currency: the one that is filtered by, or that of the first section. */
function AmountFilter({ list, currency }: { list: ReportList; currency: string | undefined }) {
  const { t } = useTranslation('billing');
  if (currency === undefined) return null;
  const locale = moneyLocale(currency);
  const least = list.filter.minimum as string | undefined;
  const settle = (text: string) => {
    const amount = text === '' ? undefined : parseMinor(text, currency, locale);
    list.setFilter(
      amount === undefined || amount < 0 ? { minimum: undefined } : { minimum: String(amount), currency },
    );
  };
  return (
    <TypedFilter
      isFigure
      label={t('outstandingReport.fromAmount')}
      value={least === undefined ? undefined : formatMinor(minor(Number(least)), currency, locale, 'none')}
      suffix={currency}
      settle={settle}
    />
  );
}
