import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { boardDays, enquiryBoard } from '@daybook/contracts/crm/enquiries/enquiry-board';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import {
  enquiryStatuses,
  isLiveEnquiry,
  type EnquiryStatus,
} from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { addDays } from '@daybook/contracts/plain-date';
import { Board } from '@daybook/shared/board/board';
import { useFound } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { today } from '@daybook/shared/today';
import { EnquiryScreen } from '../enquiry-screen.tsx';
import { enquiryCard } from './enquiry-card.tsx';
import { useEnquiryMoves } from './use-enquiry-moves.tsx';

type ListInput = InputOf<typeof enquiries.list>;

/** The board shows enquiries that were closed since this day, unless a filter names another. */
const closedSince = (): string => addDays(today(), -boardDays);

function inputOf(status: EnquiryStatus, { q, filter }: Pick<ListInput, 'q' | 'filter'>): ListInput {
  const isLive = isLiveEnquiry(status);
  return {
    q,
    filter: { ...(!isLive && { since: closedSince() }), ...filter, status },
    sort: isLive ? 'nextAction' : '-date',
    pageSize: 50,
  };
}

/** Enquiries by stage. */
export default function EnquiryBoard() {
  const { t } = useTranslation('crm');
  // Its columns are the stages, closed ones among them, so it does not follow the list's filter of the open ones.
  const list = useFound(enquiries, {}, { open: undefined });
  const counts = useRead(enquiryBoard.columns, { ...list.found, closedSince: closedSince() });
  const { begin, dialog, ...moves } = useEnquiryMoves();
  const labelOf = useCallback((status: string) => t(`enquiryStatus.${status}`), [t]);
  const known = counts.data?.columns;
  const asked = list.filter.status === undefined ? enquiryStatuses : [list.filter.status].flat();
  const shown = enquiryStatuses.filter((status) => asked.includes(status));
  const columnOf = (status: EnquiryStatus) => known?.find((column) => column.status === status);
  const total = known?.reduce((all, { count }) => all + count, 0);
  // The columns are drawn before their counts are known.
  const isEmpty = shown.length === 0 || total === 0;
  const valuesOf = (status: EnquiryStatus) => {
    const values = columnOf(status)?.values ?? [];
    if (values.length === 0) return undefined;
    return (
      <span aria-label={t('enquiry.expectedValue')}>
        {values.map(({ currency, amount }, index) => (
          <span key={currency}>
            {index > 0 && ' · '}
            <Amount minor={amount} currency={currency} />
          </span>
        ))}
      </span>
    );
  };
  return (
    <EnquiryScreen
      isBoard
      list={{
        ...list,
        rows: isEmpty ? [] : shown,
        isLoading: false,
        error: counts.error,
        retry: counts.retry,
        counted: total === undefined ? undefined : { total, isCapped: false },
      }}
    >
      <Board
        label={t('enquiry.status')}
        shown={shown}
        kind={enquiryCard}
        list={enquiries.list}
        inputOf={(status) => inputOf(status, list.found)}
        countOf={(status) => {
          const column = columnOf(status);
          return column && { count: column.count, isCapped: false };
        }}
        noteOf={valuesOf}
        labelOf={labelOf}
        begin={begin}
        {...moves}
      />
      {dialog}
    </EnquiryScreen>
  );
}
