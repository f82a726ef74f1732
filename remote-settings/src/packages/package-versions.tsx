import { useTranslation } from 'react-i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { packages, type PackageVersion } from '@daybook/contracts/settings/packages/packages';
import { numberLocale } from '@daybook/shared/i18n';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import styles from './packages.module.css';

/** A version never changes, so its parts keep their places. */
const keyOf = <Part,>(part: Part, among: readonly Part[]): number => among.indexOf(part);

/** What the package was, version by version: clients keep the one that they were sold. */
export function PackageVersions({ id }: { id: string }) {
  const { t } = useTranslation('settings');
  return (
    <RecordSection title={t('package.versions')}>
      <p className={styles.hint}>{t('package.versionsHint')}</p>
      <ReadView of={useRead(packages.versions, { id })} shape="list">
        {({ versions }) => (
          <ol className={styles.versions} aria-label={t('package.versions')}>
            {versions.map((version) => (
              <li key={version.id}>
                <Version of={version} />
              </li>
            ))}
          </ol>
        )}
      </ReadView>
    </RecordSection>
  );
}

function Version({ of: version }: { of: PackageVersion }) {
  const { t } = useTranslation('settings');
  const { no, madeAt, madeBy, cycle, currency, price, laterPrices, services, recurringTasks, tasks } =
    version;
  return (
    <>
      <div className={styles.versionHead}>
        <strong>{t('package.versionNo', { no })}</strong>
        <span>
          <Amount currency={currency} minor={price} /> {t(`package.cycles.${cycle}`)}
        </span>
      </div>
      <div className={styles.hint}>
        <InstantText at={madeAt} isDay />
        {madeBy !== null && <bdi> {madeBy}</bdi>}
      </div>
      <ul className={styles.contents}>
        {services.map((line) => (
          <li key={keyOf(line, services)}>
            <bdi>{line.service.label}</bdi>{' '}
            {line.qty !== '1' && <>× {formatDecimal(line.qty, numberLocale())} </>}
            <Amount currency={currency} minor={line.share} />
          </li>
        ))}
        {laterPrices.map((later) => (
          <li key={later.validFrom}>
            {t('package.from')} <DateText date={later.validFrom} />{' '}
            <Amount currency={currency} minor={later.price} />
          </li>
        ))}
        {recurringTasks.map(({ category }) => (
          <li key={category.id}>
            <bdi>{category.label}</bdi>
          </li>
        ))}
        {tasks.map((task) => (
          <li key={keyOf(task, tasks)}>
            <bdi>{task.category.label}</bdi>
            {task.offsetDays > 0 && <> · {t('package.afterDays', { count: task.offsetDays })}</>}
          </li>
        ))}
      </ul>
    </>
  );
}
