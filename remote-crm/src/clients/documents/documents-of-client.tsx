import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { DataTable } from '@daybook/shared/list/data-table';
import { useList } from '@daybook/shared/list/use-list';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { laterPart } from '@daybook/shared/read/later-part';
import { Can } from '@daybook/shared/record/can';
import { RecordSection } from '@daybook/shared/record/record-screen';
import styles from '../../crm.module.css';
import { useDocumentColumns } from './document-columns.tsx';
import { useOpenDocument } from './use-open-document.ts';

const DocumentDrawer = laterPart(() => import('./document-drawer.tsx'));
const DocumentForm = laterPart(() => import('./document-form.tsx'));

/** The register of one client. */
export default function DocumentsOfClient({ client }: { client: Pick<Client, 'id' | 'name' | 'erasedAt'> }) {
  const { t } = useTranslation('crm');
  const list = useList(clientDocuments, undefined, { clientId: client.id });
  const opened = useOpenDocument();
  const columns = useDocumentColumns(opened.open, true);
  const [isAdding, setAdding] = useState(false);
  return (
    <RecordSection
      title={t('tab.documents')}
      extra={
        client.erasedAt === null && (
          <Can do="clients.edit">
            <Button onClick={() => setAdding(true)}>{t('document.add')}</Button>
          </Can>
        )
      }
    >
      {list.error !== null && <ErrorBox error={list.error} onRetry={list.retry} />}
      {!list.isLoading && list.error === null && list.rows.length === 0 && (
        <span className={styles.aside}>{t('document.none')}</span>
      )}
      {list.rows.length > 0 && <DataTable label={t('tab.documents')} list={list} columns={columns} />}
      {opened.id !== null && <DocumentDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
      {isAdding && <DocumentForm client={client} onClose={() => setAdding(false)} />}
    </RecordSection>
  );
}
