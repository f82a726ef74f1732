import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form, { type FormListOperation } from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { numbersOf, usualTextOf } from '@daybook/contracts/receivables/reminders/level-numbers';
import {
  mostLevels,
  type ReminderLevelInput,
  type ReminderSettings,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { RowsContext } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { LevelFields } from './level-fields.tsx';
import styles from './levels.module.css';

const blank = {
  channel: 'mail',
  minDays: 7,
  attachStatement: false,
  attachInvoices: false,
  fee: null,
  templates: { en: null, zh: null, fr: null, ja: null },
} as const;

/** The levels in the order of their days. */
export function LevelRows({ settings }: { settings: ReminderSettings }) {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('reminders.levels')} explanation={t('reminders.levelsMeans')}>
      <RowsContext value="levels">
        <Form.List name="levels">
          {(rows, list) => (
            <div className={styles.levels}>
              {rows.map(({ key, name: index }) => (
                <LevelRow key={key} index={index} count={rows.length} list={list} settings={settings} />
              ))}
              {rows.length < mostLevels && (
                <Button
                  type="dashed"
                  icon={<PlusOutlined aria-hidden />}
                  className={styles.add ?? ''}
                  onClick={() => list.add(blank)}
                >
                  {t('reminders.add')}
                </Button>
              )}
            </div>
          )}
        </Form.List>
      </RowsContext>
    </FormGroup>
  );
}

interface LevelRowProps {
  index: number;
  count: number;
  list: FormListOperation;
  settings: ReminderSettings;
}

function LevelRow({ index, count, list, settings }: LevelRowProps) {
  const { t } = useTranslation('settings');
  const numbers = useNumbers();
  const no = numbers[index] ?? 1;
  const what = no > 0 ? t('reminders.level', { no }) : t('reminders.note');
  return (
    <fieldset aria-label={what} className={styles.level}>
      <div className={styles.header}>
        <span className={styles.name}>{what}</span>
        <Button
          type="text"
          icon={<ArrowUpOutlined />}
          aria-label={t('reminders.up', { what })}
          disabled={index === 0}
          onClick={() => list.move(index, index - 1)}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined />}
          aria-label={t('reminders.down', { what })}
          disabled={index === count - 1}
          onClick={() => list.move(index, index + 1)}
        />
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('shared:form.remove', { what })}
          onClick={() => list.remove(index)}
        />
      </div>
      <div className={styles.fields}>
        <LevelFields
          index={index}
          settings={settings}
          usual={settings.usual[usualTextOf(no, numbers.at(-1) ?? no)]}
        />
      </div>
    </fieldset>
  );
}

/** The numbers that the levels would get now. */
function useNumbers(): number[] {
  const form = Form.useFormInstance();
  const levels =
    Form.useWatch<Partial<ReminderLevelInput>[] | undefined>('levels', { form, preserve: true }) ?? [];
  return numbersOf(levels.map(({ offsetDays }) => offsetDays ?? 0));
}
