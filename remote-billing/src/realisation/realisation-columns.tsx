import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type {
  RealisationFigures,
  RealisationRow,
} from '@daybook/contracts/receivables/realisation/realisation';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { absent, type Column } from '@daybook/shared/list/columns';
import { Amount } from '@daybook/shared/record/amount';
import type { ReactNode } from 'react';

type Sort = 'key' | '-key' | 'billed' | '-billed';
type Figured = Column<RealisationRow, Sort>;
type Money =
  | 'value'
  | 'billed'
  | 'writtenDown'
  | 'collected'
  | 'badDebt'
  | 'effectiveRate'
  | 'cost'
  | 'margin';

/** Of which minutes no rate is known; nothing if there are none. */
function useUnrated(): (figures: RealisationFigures) => ReactNode {
  const { t } = useTranslation('billing');
  return ({ unratedMinutes }) =>
    unratedMinutes > 0 && <small> {t('realisation.unrated', { hours: durationText(unratedMinutes) })}</small>;
}

interface Links {
  hoursOf: (row: RealisationRow) => string;
  billsOf: (row: RealisationRow) => string;
}

/** A column for each figure, which links to what it adds up. Costs only for people who see them. */
export function useFigureColumns({ hoursOf, billsOf }: Links, showsMargin: boolean): Figured[] {
  const { t } = useTranslation('billing');
  const unrated = useUnrated();
  const money = (name: Money, linkOf: Links['hoursOf'] | null, more: Partial<Figured> = {}): Figured => ({
    title: t(`realisation.${name}`),
    align: 'end',
    width: 100,
    ...more,
    render: (row) => {
      const minor = row[name];
      if (minor === null) return absent;
      const amount = <Amount minor={minor} currency={row.currency} zeroAsDash />;
      return linkOf === null || minor === 0 ? amount : <Link to={linkOf(row)}>{amount}</Link>;
    },
  });
  const hours: Figured = {
    title: t('realisation.hours'),
    align: 'end',
    width: 90,
    render: (row) =>
      row.minutes === 0 ? (
        absent
      ) : (
        <>
          <Link to={hoursOf(row)}>{durationText(row.minutes)}</Link>
          {unrated(row)}
        </>
      ),
  };
  return [
    hours,
    money('value', hoursOf),
    money('billed', billsOf, { sort: 'billed' }),
    money('writtenDown', billsOf, { name: 'writtenDown' }),
    money('collected', billsOf, { name: 'collected' }),
    money('badDebt', billsOf, { name: 'badDebt', isHidden: true }),
    money('effectiveRate', null, { name: 'effectiveRate' }),
    ...(showsMargin
      ? [money('cost', hoursOf, { name: 'cost' }), money('margin', null, { name: 'margin' })]
      : []),
  ];
}
