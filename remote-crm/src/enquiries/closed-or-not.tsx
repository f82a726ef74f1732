import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import type { FilterPart } from './enquiry-filters.tsx';

/** Enquiries that still need work, those won or lost, or both. */
export function ClosedOrNot({ list }: { list: FilterPart }) {
  const { t } = useTranslation('crm');
  return (
    <Segmented
      aria-label={t('enquiry.openOrClosed')}
      value={list.filter.open ?? 'all'}
      onChange={(open) => list.setFilter({ open: open === 'all' ? undefined : open })}
      options={[
        { value: 'true', label: t('enquiry.open') },
        { value: 'false', label: t('enquiry.closed') },
        { value: 'all', label: t('enquiry.all') },
      ]}
    />
  );
}
