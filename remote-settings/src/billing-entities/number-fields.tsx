import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';
import {
  docKinds,
  sameNumbers,
  type DocKind,
  type NumberFormatInput,
} from '@daybook/contracts/settings/billing-entities/number-formats';
import { RowsContext } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Field } from './field.ts';
import { NumberPreview } from './number-preview.tsx';
import styles from './entity.module.css';

interface NumberFieldsProps {
  entityId?: string;
  /** Kinds of documents that already have numbers, so their first number cannot change. */
  begun: readonly DocKind[];
}

/** One number format for each kind of document, with a preview beside it. */
export function NumberFields({ entityId, begun }: NumberFieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('numbers.title')} explanation={t('numbers.explanation')}>
      <RowsContext value="numberFormats">
        <Form.List name="numberFormats">
          {(rows) => (
            <div className={styles.numbers}>
              {rows.map(({ key, name: index }) => (
                <NumberRow
                  key={key}
                  index={index}
                  kind={docKinds[index] ?? 'tax_invoice'}
                  entityId={entityId}
                  begun={begun}
                />
              ))}
            </div>
          )}
        </Form.List>
      </RowsContext>
    </FormGroup>
  );
}

interface NumberRowProps extends Omit<NumberFieldsProps, 'entityId'> {
  index: number;
  kind: DocKind;
  entityId: string | undefined;
}

function NumberRow({ index, kind, entityId, begun }: NumberRowProps) {
  const { t } = useTranslation('settings');
  const isBegun = begun.includes(kind);
  return (
    <fieldset className={styles.number} aria-label={t(`docKind.${kind}`)}>
      <div className={styles.kind}>{t(`docKind.${kind}`)}</div>
      <Field name={['numberFormats', index, 'prefix']} label={t('numbers.prefix')}>
        <Input maxLength={10} autoComplete="off" />
      </Field>
      <Field name={['numberFormats', index, 'start']} label={t('numbers.start')}>
        <InputNumber min={1} max={999_999_999} precision={0} disabled={isBegun} controls={false} />
      </Field>
      <div className={styles.format}>
        <Field name={['numberFormats', index, 'format']} label={t('numbers.format')} isRequired>
          {/* The parts of a format always run left to right, like the number itself. */}
          <Input dir="ltr" maxLength={60} autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      <NumberPreview index={index} kind={kind} entityId={entityId} />
      <SameNumbers index={index} />
    </fieldset>
  );
}

/** Warns if two kinds of documents get the same numbers: nobody could tell them apart. */
function SameNumbers({ index }: { index: number }) {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const formats =
    Form.useWatch<NumberFormatInput[] | undefined>('numberFormats', { form, preserve: true }) ?? [];
  const fyStart = Form.useWatch<unknown>('fyStart', { form, preserve: true });
  const own = formats[index];
  const others =
    own === undefined ? [] : sameNumbers(own, formats, typeof fyStart === 'string' ? fyStart : null);
  if (others.length === 0) return null;
  const kinds = others.map((kind) => t(`docKind.${kind}`)).join(', ');
  return <Alert className={styles.same} type="warning" showIcon title={t('numbers.same', { kinds })} />;
}
