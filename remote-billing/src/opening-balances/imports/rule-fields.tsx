import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { fieldOf } from '@daybook/shared/form/field';
import { useRead } from '@daybook/shared/read/use-read';
import { dateText } from '@daybook/shared/record/date-text';

const Field = fieldOf(openingImports.check);

/** The billing entity of all rows, with the day on which they are posted. */
export function RuleFields() {
  const { t } = useTranslation('billing');
  const { data } = useRead(openingBalances.entities, {});
  const options = (data?.rows ?? []).map(({ entity, cutOverOn }) => ({
    value: entity.id,
    label: [
      entity.label,
      cutOverOn === null ? t('opening.noCutOver') : t('opening.cutOver', { date: dateText(cutOverOn) }),
    ].join(' · '),
    disabled: cutOverOn === null,
  }));
  return (
    <Field
      name={['rules', 'entityId']}
      label={t('field.entity')}
      hint={t('opening.postedOn')}
      isRequired
      isWide
    >
      <Select options={options} loading={data === undefined} />
    </Field>
  );
}
