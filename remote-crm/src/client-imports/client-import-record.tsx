import { useTranslation } from 'react-i18next';
import { ImportRecord } from '@daybook/shared/imports/import-record';
import { importedClients } from './imported-clients.ts';

export default function ClientImportRecord() {
  const { t } = useTranslation('crm');
  return <ImportRecord kind={importedClients} undoConsequence={t('import.undoConsequence')} />;
}
