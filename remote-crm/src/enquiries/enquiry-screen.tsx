import Segmented from 'antd/es/segmented';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { deletedEnquiriesAddress, funnelAddress, newEnquiryAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { EnquiryFilters, type FilterPart } from './enquiry-filters.tsx';

const views = ['list', 'board'] as const;
type View = (typeof views)[number];

/** The view that an address names. */
export const viewOf = (params: URLSearchParams): View => (params.get('view') === 'board' ? 'board' : 'list');

/** Switches between the views. Search and filters stay. */
function ViewSwitch() {
  const { t } = useTranslation('crm');
  const [params, setParams] = useSearchParams();
  const choose = (view: View) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('cursor');
      next.set('view', view);
      if (view === 'list') next.delete('view');
      return next;
    });
  return (
    <div className={styles.views}>
      <Segmented<View>
        aria-label={t('enquiryView.label')}
        value={viewOf(params)}
        options={views.map((value) => ({ value, label: t(`enquiryView.${value}`) }))}
        onChange={choose}
      />
      <LinkButton type="text" to={funnelAddress}>
        {t('funnel.title')}
      </LinkButton>
      <Can do="enquiries.delete">
        <LinkButton type="text" to={deletedEnquiriesAddress}>
          {t('bin.title')}
        </LinkButton>
      </Can>
    </div>
  );
}

interface EnquiryScreenProps {
  list: ComponentProps<typeof ListScreen>['list'] & FilterPart;
  columns?: ComponentProps<typeof ListScreen>['columns'];
  bulk?: ReactNode;
  children: ReactNode;
}

/** The frame that both views of enquiries share. */
export function EnquiryScreen({ list, columns, bulk, children }: EnquiryScreenProps) {
  const { t } = useTranslation('crm');
  return (
    <ListScreen
      title={t('enquiries')}
      list={list}
      search={t('enquiry.search')}
      views={<ViewSwitch />}
      filterBar={<EnquiryFilters list={list} />}
      columns={columns}
      empty={t('enquiry.empty')}
      {...(bulk !== undefined && { bulk })}
      primary={
        <Can do="enquiries.add">
          <LinkButton type="primary" to={newEnquiryAddress}>
            {t('enquiry.add')}
          </LinkButton>
        </Can>
      }
    >
      {children}
    </ListScreen>
  );
}
