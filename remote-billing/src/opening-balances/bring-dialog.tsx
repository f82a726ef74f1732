import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  mostOpeningRows,
  openingBalances,
  type OpeningEntity,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { notify } from '@daybook/shared/notify';
import { dateText } from '@daybook/shared/record/date-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import type { Cell } from '../common/read-columns.ts';
import { TableSources } from '../common/table-sources.tsx';
import { useTableRows } from '../common/use-table-rows.ts';
import { BringPreview } from './bring-preview.tsx';
import { openingRows } from './read-rows.ts';

interface BringDialogProps {
  of: OpeningEntity;
  onClose: () => void;
}

/** Imports a table from the old system, pasted or from a file. A preview of each row comes before anything is imported. */
export default function BringDialog({ of: { entity, cutOverOn }, onClose }: BringDialogProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const { rows, unread, take } = useTableRows(openingRows, mostOpeningRows);
  const [refusal, setRefusal] = useState<unknown>(null);
  const hasRows = rows.length > 0;
  const preview = useRead(openingBalances.preview, hasRows ? { entityId: entity.id, rows } : null);
  const { save, isSaving } = useSave(openingBalances.bring);

  const read = (table: Promise<Cell[][]>) => {
    setRefusal(null);
    void take(table);
  };
  const verdicts = (hasRows && preview.data?.rows) || [];
  const wrong = verdicts.filter(({ outcome }) => outcome === 'wrong').length;
  const moved = verdicts.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length;
  const bring = async () => {
    setRefusal(null);
    try {
      const { created, changed } = await save({ entityId: entity.id, rows, onlyValid: wrong > 0 });
      notify.success(t('opening.brought', { count: created + changed }));
      onClose();
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Modal
      open
      title={t('opening.bringTo', { name: entity.label })}
      width={1000}
      okText={t(wrong > 0 ? 'opening.bringValid' : 'opening.bringRows', { count: moved })}
      okButtonProps={{ disabled: moved === 0 }}
      cancelText={t('shared:confirm.cancel')}
      confirmLoading={isSaving}
      onOk={() => void bring()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <p>{t('opening.columns', { date: dateText(cutOverOn ?? '') })}</p>
      <TableSources isFilled={hasRows} onTable={read} />
      {unread !== null && <p role="alert">{unread}</p>}
      {preview.error !== null && <ErrorBox error={preview.error} />}
      {hasRows && <BringPreview rows={rows} read={verdicts} />}
      {refusal !== null && <ErrorBox error={refusal} />}
    </Modal>
  );
}
