import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  certificateFiles,
  mostCertificateRows,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { lookups } from '@daybook/contracts/lookups';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useRead } from '@daybook/shared/read/use-read';
import type { Cell } from '../common/read-columns.ts';
import { TableSources } from '../common/table-sources.tsx';
import { useTableRows } from '../common/use-table-rows.ts';
import { certificateLines } from './certificate-lines.ts';
import { FilePreview } from './file-preview.tsx';

/** Imports certificates, pasted or from a file. A preview says for each row what it would prove, or what is wrong with it. */
export default function FileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const [chosen, setChosen] = useState<string | null>(null);
  const entities = useRead(lookups.find, { kind: 'billing_entity' });
  const entityId = chosen ?? (entities.data?.length === 1 ? (entities.data[0]?.id ?? null) : null);
  const { rows, unread, take } = useTableRows(certificateLines, mostCertificateRows);
  const [refusal, setRefusal] = useState<unknown>(null);
  const hasRows = rows.length > 0 && entityId !== null;
  const preview = useRead(certificateFiles.preview, hasRows ? { entityId, rows } : null);
  const { save, isSaving } = useSave(certificateFiles.bring);

  const read = (table: Promise<Cell[][]>) => {
    setRefusal(null);
    void take(table);
  };
  const verdicts = (hasRows && preview.data?.rows) || [];
  const wrong = verdicts.filter(({ outcome }) => outcome === 'wrong').length;
  const fine = verdicts.filter(({ outcome }) => outcome === 'new').length;
  const bring = async () => {
    if (entityId === null) return;
    setRefusal(null);
    try {
      const { created } = await save({ entityId, rows, onlyValid: wrong > 0 });
      notify.success(t('withholding.brought', { count: created }));
      onClose();
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Modal
      open
      title={t('withholding.bring')}
      width={1000}
      okText={t(wrong > 0 ? 'withholding.bringValid' : 'withholding.bringRows', { count: fine })}
      okButtonProps={{ disabled: fine === 0 }}
      cancelText={t('shared:confirm.cancel')}
      confirmLoading={isSaving}
      onOk={() => void bring()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <Form layout="vertical">
        <Form.Item label={t('field.entity')} htmlFor="certificates-entity">
          <Lookup id="certificates-entity" kind="billing_entity" value={entityId} onChange={setChosen} />
        </Form.Item>
      </Form>
      <p>{t('withholding.columns')}</p>
      <TableSources isFilled={rows.length > 0} onTable={read} />
      {unread !== null && <p role="alert">{unread}</p>}
      {preview.error !== null && <ErrorBox error={preview.error} />}
      {hasRows && <FilePreview rows={rows} read={verdicts} />}
      {refusal !== null && <ErrorBox error={refusal} />}
    </Modal>
  );
}
