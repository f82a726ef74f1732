import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { FoldedFields } from '@daybook/shared/form/folded-fields';
import { FormGroup } from '@daybook/shared/form/form-group';
import { useRead } from '@daybook/shared/read/use-read';
import styles from '../invoices.module.css';
import { isBegun, type DraftValues, type LineValues } from './draft-values.ts';
import { lineOfItem } from './line-of-item.ts';
import { useDraft } from './use-draft.tsx';

interface PendingTotalProps {
  /** A saved draft has its lines already, and its fields do not give way to work that is found later. */
  isFolded: boolean;
}

/** The client's finished work that no line bills yet. Each item can be added as a line. */
export default function PendingTotal({ isFolded }: PendingTotalProps) {
  const { t } = useTranslation('billing');
  const mayRead = useMay('pending_invoices');
  const entityId = Form.useWatch<string | null>('entityId');
  const clientId = Form.useWatch<string | null>('clientId');
  const form = Form.useFormInstance<DraftValues>();
  const lines = Form.useWatch('lines', { form, preserve: true }) as Partial<LineValues>[] | undefined;
  const { basis, currency } = useDraft();
  const isChosen = mayRead && Boolean(entityId && clientId);
  const read = useRead(
    pendingInvoices.list,
    isChosen
      ? { filter: { entityId: entityId ?? '', clientId: clientId ?? '', status: 'open' }, pageSize: 100 }
      : null,
  );
  const billed = new Set((lines ?? []).map((line) => line.pendingItemId));
  const waiting = (read.data?.rows ?? []).filter(
    (item) => item.currency === currency && !billed.has(item.id),
  );
  if (waiting.length === 0) return null;

  const add = async (items: readonly PendingItem[]) => {
    const { pricesIncludeTax = false, reverseCharge = false } = form.getFieldsValue(true) as DraftValues;
    const added = await Promise.all(
      items.map((item) =>
        lineOfItem(item, {
          pricesIncludeTax,
          reverseCharge,
          treatment: basis?.taxCodes.find(({ id }) => id === item.taxCode.id)?.treatment,
        }),
      ),
    );
    const before = (form.getFieldValue('lines') ?? []) as Partial<LineValues>[];
    // Empty lines make room for the new ones. A second click before the first is answered adds the same work only once.
    const there = new Set(before.map(({ pendingItemId }) => pendingItemId));
    const fresh = added.filter(({ pendingItemId }) => !there.has(pendingItemId));
    form.setFieldValue('lines', [...before.filter(isBegun), ...fresh]);
  };
  const items = (
    <ul className={`${styles.waiting} ${styles.wide}`}>
      {waiting.map((item) => (
        <li key={item.id}>
          <bdi>{item.description}</bdi>
          <Amount minor={item.amount} currency={item.currency} />
          <Button
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('waiting.addOne', { what: item.description })}
            onClick={() => void add([item])}
          >
            {t('waiting.add')}
          </Button>
        </li>
      ))}
      {waiting.length > 1 && (
        <li>
          <Button onClick={() => void add(waiting)}>{t('waiting.addAll', { count: waiting.length })}</Button>
        </li>
      )}
    </ul>
  );
  const title = t('waiting.title', { count: waiting.length });
  return isFolded ? (
    <FoldedFields title={title} hint={t('waiting.hint')}>
      {items}
    </FoldedFields>
  ) : (
    <FormGroup title={title}>{items}</FormGroup>
  );
}
