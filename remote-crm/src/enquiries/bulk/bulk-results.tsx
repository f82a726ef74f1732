import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '@daybook/contracts/bulk';
import type { EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import styles from '../../crm.module.css';
import { refused } from './undo.ts';

interface BulkResultsProps {
  results: readonly Outcome[];
  chosen: readonly EnquiryRow[];
  onClose: () => void;
}

/** The enquiries that were not changed, each with the reason. */
export function BulkResults({ results, chosen, onClose }: BulkResultsProps) {
  const { t } = useTranslation('crm');
  const focus = useDialogFocus();
  const left = refused(results);
  return (
    <Modal
      open
      wrapProps={focus}
      title={t('bulk.refused', { count: left.length })}
      okText={t('bulk.close')}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <ul className={styles.list}>
        {left.map(({ id, refused: why }) => (
          <li key={id}>
            <bdi>{chosen.find((one) => one.id === id)?.no}</bdi>: {why?.message}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
