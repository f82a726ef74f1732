import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enquiryViews } from '@daybook/contracts/crm/enquiries/enquiry-views';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { ViewSwitch } from '@daybook/shared/list/view-switch';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import {
  deletedEnquiriesAddress,
  enquiryImportsAddress,
  funnelAddress,
  newEnquiryAddress,
} from '../addresses.ts';
import styles from '../crm.module.css';
import { EnquiryFilters, type FilterPart } from './enquiry-filters.tsx';

/** The views of enquiries, and the way to what belongs to them. */
function EnquiryViews() {
  const { t } = useTranslation('crm');
  return (
    <div className={styles.views}>
      <ViewSwitch
        label={t('enquiryView.label')}
        views={enquiryViews}
        memory="enquiryView"
        nameOf={(view) => t(`enquiryView.${view}`)}
      />
      <LinkButton type="text" to={funnelAddress}>
        {t('funnel.title')}
      </LinkButton>
      <Can do="enquiries.add">
        <LinkButton type="text" to={enquiryImportsAddress}>
          {t('import.open')}
        </LinkButton>
      </Can>
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
  isBoard?: boolean;
  columns?: ComponentProps<typeof ListScreen>['columns'];
  /** Shown if there are no enquiries. */
  empty?: string;
  bulk?: ReactNode;
  children: ReactNode;
}

/** The frame that both views of enquiries share. */
export function EnquiryScreen(props: EnquiryScreenProps) {
  const { list, isBoard = false, columns, empty, bulk, children } = props;
  const { t } = useTranslation('crm');
  return (
    <ListScreen
      title={t('enquiries')}
      list={list}
      search={t('enquiry.search')}
      views={<EnquiryViews />}
      filterBar={<EnquiryFilters list={list} isBoard={isBoard} />}
      columns={columns}
      empty={empty ?? t('enquiry.empty')}
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
