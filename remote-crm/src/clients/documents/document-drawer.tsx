import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  clientDocuments,
  type ClientDocument,
} from '@daybook/contracts/crm/client-documents/client-documents';
import { recordPath } from '@daybook/contracts/entities';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { download } from '@daybook/shared/call';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { openFile } from '@daybook/shared/record/open-file';
import { Facts } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { clientAddress } from '../../addresses.ts';
import styles from '../../crm.module.css';
import { useDocumentStatus } from './document-columns.tsx';
import DocumentForm from './document-form.tsx';

/** One document of the register, above the list. */
export default function DocumentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('crm');
  const read = useRead(clientDocuments.open, { id });
  const title = read.data === undefined ? t('document.one') : t(`documentKind.${read.data.kind}`);
  return (
    <Drawer open size="large" title={title} onClose={onClose} aria-label={title}>
      <ReadView of={read}>
        {(document) => (
          <div className={styles.stack}>
            <Steps document={document} onGone={onClose} />
            <Says document={document} />
          </div>
        )}
      </ReadView>
    </Drawer>
  );
}

const dateOf = (date: string | null) => date && <DateText date={date} />;
const textOf = (text: string | null) => text && <bdi>{text}</bdi>;

function Says({ document }: { document: ClientDocument }) {
  const { t } = useTranslation('crm');
  const { tone, label } = useDocumentStatus()(document);
  const { client, notice, level } = document;
  return (
    <>
      <Facts
        facts={[
          {
            label: t('document.client'),
            value: (
              <Link to={`${clientAddress(client.id)}?tab=documents`}>
                <bdi>{client.label}</bdi>
              </Link>
            ),
          },
          { label: t('document.status'), value: <StatusTag tone={tone}>{label}</StatusTag> },
          { label: t('document.title'), value: textOf(document.title) },
          { label: t('document.number'), value: document.number && <bdi dir="ltr">{document.number}</bdi> },
          { label: t('document.holder'), value: textOf(document.holder) },
          { label: t('document.validFrom'), value: dateOf(document.validFrom) },
          { label: t('document.validTo'), value: dateOf(document.validTo) },
          { label: t('document.noticeDays'), value: document.noticeDays },
          {
            label: t('document.task'),
            value:
              notice !== null && notice.task !== null ? (
                <Link to={recordPath('task', notice.task.id)}>
                  <bdi>{notice.task.label}</bdi>
                </Link>
              ) : (
                document.makesTask && t('document.makesTask')
              ),
          },
          { label: t('document.originalAt'), value: textOf(document.originalAt) },
          { label: t('document.receivedOn'), value: dateOf(document.receivedOn) },
          { label: t('document.returnedOn'), value: dateOf(document.returnedOn) },
          { label: t('shared:note.level'), value: t(`level.${level}`) },
        ]}
      />
      {document.note !== null && (
        <p className={styles.written}>
          <bdi>{document.note}</bdi>
        </p>
      )}
    </>
  );
}

function Steps({ document, onGone }: { document: ClientDocument; onGone: () => void }) {
  const { t } = useTranslation('crm');
  const [isEditing, setEditing] = useState(false);
  const { save: remove } = useSave(clientDocuments.remove);
  const { id, version, attachment, client, kind } = document;
  const open = () => {
    if (attachment === null) return;
    openFile(attachment, async () => download(clientDocuments.file, { id })).catch((error: unknown) =>
      notify.failure(refusalText(error)),
    );
  };
  return (
    <div className={styles.moves}>
      {attachment !== null && (
        <Button onClick={open}>
          <bdi>{attachment.label}</bdi>
        </Button>
      )}
      <Can do="clients.edit">
        <Button onClick={() => setEditing(true)}>{t('action.edit')}</Button>
        <ConfirmButton
          question={t('document.removeQuestion', { kind: t(`documentKind.${kind}`), name: client.label })}
          consequence={t('document.removeMeans')}
          verb={t('action.remove')}
          run={async () => {
            await remove({ id }, version);
            notify.success(t('document.removed'));
            onGone();
          }}
        >
          {t('action.remove')}
        </ConfirmButton>
      </Can>
      {isEditing && (
        <DocumentForm
          client={{ id: client.id, name: client.label }}
          document={document}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
