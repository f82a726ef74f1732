import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@daybook/shared/notify';
import { ErrorsContext, FieldsContext, RowsContext } from '@daybook/shared/form/field';
import { laterPart } from '@daybook/shared/read/later-part';
import { blankLine, isBegun, type LineValues } from './draft-values.ts';
import { LineRow } from './line-row.tsx';
import { useLineKeys } from './line-keys.ts';
import { useDraft } from './use-draft.tsx';
import styles from './line-grid.module.css';

const LinesShown = laterPart(() => import('./lines-shown.tsx'));

/** The lines of an invoice: a grid for the keyboard, and cards on a phone. */
export function LineGrid() {
  return (
    <RowsContext value="lines">
      <Form.List name="lines">
        {(rows, list) => (
          <Lines rows={rows} add={(line, at) => list.add(line, at)} remove={(row) => list.remove(row)} />
        )}
      </Form.List>
    </RowsContext>
  );
}

interface LinesProps {
  rows: readonly { key: number; name: number }[];
  add: (line: object, at?: number) => void;
  remove: (row: number) => void;
}

function Lines({ rows, add, remove }: LinesProps) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const { basis } = useDraft();
  const errors = useContext(ErrorsContext)['lines'] ?? [];
  useKnownAsLines();

  const linesNow = () => (form.getFieldValue('lines') ?? []) as Partial<LineValues>[];
  const isLastEmpty = () => {
    const last = linesNow().at(-1);
    return last !== undefined && !isBegun(last);
  };
  const addBlank = () => {
    const [only, ...others] = basis?.taxCodes ?? [];
    const usual = basis?.usualTaxCodeId ?? (others.length === 0 ? only?.id : undefined);
    add(blankLine(linesNow().at(-1)?.taxCodeId || usual));
  };
  const removeLine = (row: number) => {
    const line = linesNow()[row];
    remove(row);
    // Removing the only line adds an empty one, so that there is always a line to type in.
    if (linesNow().length === 0) addBlank();
    if (line === undefined) return;
    notify.info(t('lines.removed', { no: row + 1 }), {
      key: 'line-removed',
      action: { label: t('undo'), run: () => add(line, row) },
    });
  };
  const { onKeyDownCapture, begin, takeAway } = useLineKeys({
    count: rows.length,
    add: addBlank,
    isLastEmpty,
    remove: removeLine,
  });
  return (
    <section className={styles.lines} aria-labelledby="lines-title">
      <h2 id="lines-title" className={styles.title}>
        {t('lines.title')}
      </h2>
      <div className={styles.grid} onKeyDownCapture={onKeyDownCapture} role="presentation">
        <LineHeads />
        {rows.map(({ key, name }) => (
          <LineRow key={key} row={name} onRemove={() => takeAway(name)} />
        ))}
      </div>
      {errors.map((text) => (
        <p key={text} className={styles.error} role="alert">
          {text}
        </p>
      ))}
      <div className={styles.below}>
        <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={begin}>
          {t('lines.add')}
        </Button>
        <span className={styles.keys}>{t('lines.keys')}</span>
      </div>
    </section>
  );
}

function LineHeads() {
  const { t } = useTranslation('billing');
  const { currency } = useDraft();
  const inCurrency = currency === '' ? '' : ` (${currency})`;
  return (
    <div className={styles.heads} aria-hidden="true">
      <span>{t('line.description')}</span>
      <span>{t('line.service')}</span>
      <span className={styles.end}>{t('line.qty')}</span>
      <span>{t('line.unit')}</span>
      <span className={styles.end}>{t('line.unitPrice')}</span>
      <span className={styles.end}>{t('line.discount')}</span>
      <span>{t('line.tax')}</span>
      <span className={styles.end}>
        {t('line.amount')}
        {inCurrency}
      </span>
      <span />
    </div>
  );
}

/** If somebody else has changed the lines in the meantime, both versions are shown as text. */
function useKnownAsLines(): void {
  const { t } = useTranslation('billing');
  const fields = useContext(FieldsContext);
  const label = t('lines.title');
  useEffect(() => {
    fields.set('lines', { label, control: <LinesShown /> });
    return () => {
      fields.delete('lines');
    };
  }, [fields, label]);
}
