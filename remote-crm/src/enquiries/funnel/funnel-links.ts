import type {
  enquiryFunnel,
  FunnelGrouping,
  FunnelRow,
} from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { listLink } from '@daybook/shared/list-link';
import type { FilterOf } from '@daybook/shared/list/use-list';

type Period = OutputOf<typeof enquiryFunnel.list>['period'];

/** The last day of the month that begins on this day. */
function endOfMonth(first: string): string {
  const day = new Date(`${first}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

function ofRow(by: FunnelGrouping, { id }: Pick<FunnelRow, 'id'>, { from, to }: Period) {
  if (id === 'total') return { from, to };
  if (by === 'month') return { from: later(id, from), to: earlier(endOfMonth(id), to) };
  return { from, to, [{ source: 'sourceId', owner: 'owner', service: 'serviceId' }[by]]: id };
}

/** The address of the list with the enquiries behind a figure. */
export const useLinks =
  (
    by: FunnelGrouping,
    { from: _from, to: _to, by: _by, ...filter }: Partial<FilterOf<typeof enquiryFunnel>>,
    period: Period = { from: '', to: '' },
  ) =>
  (row: Pick<FunnelRow, 'id'>, more: Record<string, string>): string =>
    listLink('enquiry', { ...filter, ...ofRow(by, row, period), ...more });

export type Links = ReturnType<typeof useLinks>;
