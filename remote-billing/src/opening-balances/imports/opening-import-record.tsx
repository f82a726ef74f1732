import { useTranslation } from 'react-i18next';
import { ImportRecord } from '@daybook/shared/imports/import-record';
import { importedOpenings } from './imported-openings.ts';

export default function OpeningImportRecord() {
  const { t } = useTranslation('billing');
  return <ImportRecord kind={importedOpenings} undoConsequence={t('opening.undoConsequence')} />;
}
