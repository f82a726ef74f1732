import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import {
  documentTemplates,
  type DocumentTemplate,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { TemplateFields } from './template-fields.tsx';
import { SamplePreview } from './sample-preview.tsx';
import styles from './document-template.module.css';

const valuesOf = ({ logoPlace, hiddenColumns, accent, footers }: DocumentTemplate) => ({
  logoPlace,
  hiddenColumns,
  accent,
  footers,
});

/** How the documents of a billing entity look, with a sample beside the form that follows each change. */
export default function EditTemplate() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const entityAddress = recordPath('billing_entity', id);
  return (
    <ReadView of={useRead(documentTemplates.open, { id })} shape="form">
      {(template) => (
        <FormScreen
          title={t('documentTemplate.edit', { name: template.entity.label })}
          endpoint={documentTemplates.save}
          initial={valuesOf(template)}
          fixed={{ id }}
          version={template.version}
          valuesOf={valuesOf}
          backTo={entityAddress}
          onSaved={() => void navigate(entityAddress)}
          isWide
        >
          <div className={styles.columns}>
            <TemplateFields hasSignature={template.hasSignature} />
            <SamplePreview id={id} docLocale={template.docLocale} />
          </div>
        </FormScreen>
      )}
    </ReadView>
  );
}
