import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  openingBalances,
  type OpeningEntity,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { notify } from '@daybook/shared/notify';
import { Can } from '@daybook/shared/record/can';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { dateText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './opening-balances.module.css';

const Field = fieldOf(openingBalances.cutOver);

interface CutOverProps {
  entities: readonly OpeningEntity[];
  chosen: OpeningEntity;
  onChoose: (entityId: string) => void;
}

/** The billing entity, its cut-over date, and a button that locks all imported balances. */
export function CutOver({ entities, chosen, onChoose }: CutOverProps) {
  const { t } = useTranslation('billing');
  const [isMoving, setMoving] = useState(false);
  const { save } = useSave(openingBalances.lock);
  const { entity, cutOverOn, hasDocuments } = chosen;
  return (
    <div className={styles.cutOver}>
      <Select
        aria-label={t('field.entity')}
        value={entity.id}
        onChange={onChoose}
        popupMatchSelectWidth={false}
        options={entities.map((one) => ({ value: one.entity.id, label: one.entity.label }))}
      />
      <span>
        {cutOverOn === null ? t('opening.noCutOver') : t('opening.cutOver', { date: dateText(cutOverOn) })}
      </span>
      {!hasDocuments && (
        <Can do="billing_entity.edit">
          <Button onClick={() => setMoving(true)}>{t('opening.setCutOver')}</Button>
        </Can>
      )}
      {hasDocuments && (
        <ConfirmButton
          question={t('opening.lockAllQuestion', { name: entity.label })}
          consequence={t('opening.lockMeans')}
          verb={t('opening.lock')}
          run={async () => {
            const { locked } = await save({ entityId: entity.id });
            notify.success(t('opening.lockedMany', { count: locked }));
          }}
        >
          {t('opening.lockAll')}
        </ConfirmButton>
      )}
      {isMoving && (
        <FormDialog
          title={t('opening.cutOverOf', { name: entity.label })}
          consequence={t('opening.cutOverMeans')}
          endpoint={openingBalances.cutOver}
          initial={{ cutOverOn }}
          fixed={{ id: entity.id }}
          verb={t('opening.setCutOver')}
          onSaved={() => setMoving(false)}
          onClose={() => setMoving(false)}
        >
          <Field name="cutOverOn" label={t('opening.cutOverOn')} isRequired>
            <DateInput />
          </Field>
        </FormDialog>
      )}
    </div>
  );
}
