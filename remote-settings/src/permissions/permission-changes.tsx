import MinusCircleOutlined from '@ant-design/icons/es/icons/MinusCircleOutlined';
import PlusCircleOutlined from '@ant-design/icons/es/icons/PlusCircleOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { permissionTree, type Permission } from '@daybook/contracts/permissions';
import { RecordSection } from '@daybook/shared/record/record-screen';
import styles from './permissions.module.css';
import { risksOf, textOf, type Difference, type Ticks } from './ticks.ts';
import type { TicksOfPerson } from './use-ticks.ts';

/** Groups permissions by section, so that each section is named once. */
const bySection = (keys: readonly Permission[]) =>
  permissionTree
    .map(({ section, groups }) => ({
      section,
      leaves: keys.filter((key) => groups.some(({ group }) => group === key.split('.')[0])),
    }))
    .filter(({ leaves }) => leaves.length > 0);

/** The permissions that saving will grant and revoke. */
export function PermissionChanges({ difference }: { difference: Difference }) {
  const { t } = useTranslation('settings');
  const { added, removed } = difference;
  const count = added.length + removed.length;
  return (
    <RecordSection title={t('permission.whatChanges')}>
      {count === 0 ? (
        <p className={styles.aside}>{t('permission.unchanged')}</p>
      ) : (
        <Changed {...difference} />
      )}
    </RecordSection>
  );
}

function Changed({ added, removed }: Difference) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.stack}>
      {added.length > 0 && (
        <div>
          <h3 className={styles.added}>
            <PlusCircleOutlined aria-hidden /> {t('permission.added', { count: added.length })}
          </h3>
          <Leaves keys={added} label={t('permission.added', { count: added.length })} />
        </div>
      )}
      {removed.length > 0 && (
        <div>
          <h3 className={styles.removed}>
            <MinusCircleOutlined aria-hidden /> {t('permission.removed', { count: removed.length })}
          </h3>
          <Leaves keys={removed} label={t('permission.removed', { count: removed.length })} />
        </div>
      )}
    </div>
  );
}

function Leaves({ keys, label }: { keys: readonly Permission[]; label: string }) {
  const { t } = useTranslation('settings');
  return (
    <ul aria-label={label} className={styles.list}>
      {bySection(keys).map(({ section, leaves }) => (
        <li key={section}>
          <span className={styles.aside}>{t(`permission.section.${section}`)}</span>
          <ul className={styles.plainList}>
            {leaves.map((key) => (
              <li key={key}>{t(textOf({ key }))}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Warns of permissions that one person should not hold together. They can still be saved. */
export function PermissionRisks({ ticks }: { ticks: Ticks }) {
  const { t } = useTranslation('settings');
  const risks = risksOf(ticks);
  if (risks.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('permission.risks')}
      description={
        <ul className={styles.list}>
          {risks.map((risk) => (
            <li key={risk}>{t(`permission.risk.${risk}`)}</li>
          ))}
        </ul>
      }
    />
  );
}

/** Somebody else saved first. Shows their changes, and asks whether to keep the reader's own. */
export function PermissionConflict({ conflict }: { conflict: NonNullable<TicksOfPerson['conflict']> }) {
  const { t } = useTranslation('settings');
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('permission.conflict')}
      description={
        <div className={styles.stack}>
          <p className={styles.plain}>{t('permission.conflictMeans')}</p>
          <Changed {...conflict.difference} />
          <div className={styles.tools}>
            <Button type="primary" onClick={() => conflict.goOn(true)}>
              {t('permission.keepMine')}
            </Button>
            <Button onClick={() => conflict.goOn(false)}>{t('permission.takeTheirs')}</Button>
          </div>
        </div>
      }
    />
  );
}
