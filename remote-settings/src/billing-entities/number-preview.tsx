import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import type { DocKind } from '@daybook/contracts/settings/billing-entities/number-formats';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './entity.module.css';

interface NumberPreviewProps {
  index: number;
  kind: DocKind;
  entityId: string | undefined;
}

interface Typed {
  prefix?: string | null;
  format?: string | null;
  start?: number | null;
}

/** The next numbers as the server would assign them, or why it would refuse the format. */
export function NumberPreview({ index, kind, entityId }: NumberPreviewProps) {
  const { t } = useTranslation('settings');
  const typed = Form.useWatch(['numberFormats', index]) as Typed | undefined;
  const country: unknown = Form.useWatch('country');
  const fyStart: unknown = Form.useWatch('fyStart');
  const wanted = {
    ...(entityId !== undefined && { entityId }),
    docKind: kind,
    prefix: typed?.prefix ?? '',
    format: typed?.format ?? '',
    start: typed?.start ?? 1,
    country,
    fyStart,
  };
  const asked = usePause(JSON.stringify(wanted));
  const checked = billingEntities.numberPreview.input.safeParse(JSON.parse(asked));
  const { data, error } = useRead(billingEntities.numberPreview, checked.success ? checked.data : null);
  if (checked.success) {
    return (
      <output className={styles.preview}>
        {error === null ? <bdi>{data?.numbers.join(', ')}</bdi> : t('numbers.noPreview')}
      </output>
    );
  }
  const code = checked.error.issues.find(({ path }) => path[0] === 'format')?.message;
  return (
    <output className={styles.refused}>
      {code?.startsWith('NUMBER_FORMAT') === true ? fieldText({ code }) : t('numbers.noPreview')}
    </output>
  );
}
