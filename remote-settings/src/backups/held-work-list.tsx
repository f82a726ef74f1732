import { useTranslation } from 'react-i18next';
import { heldWork, type HeldKind, type HeldWork } from '@daybook/contracts/settings/backups/held-work';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { formatLocale } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useRead } from '@daybook/shared/read/use-read';
import { dateText } from '@daybook/shared/record/date-text';
import { refreshMe, useMe } from '@daybook/shared/session';
import styles from './held-work-list.module.css';

type Waiting = HeldWork['kinds'][number];

/** What a restored firm holds back, kind by kind, and the button that lets each go (docs/rules.md#held-installation). */
export function HeldWorkList() {
  const isHeld = typeof useMe()?.heldSince === 'string';
  return isHeld ? <OfHeldFirm /> : null;
}

function OfHeldFirm() {
  const { t } = useTranslation('settings');
  const { data, error, retry } = useRead(heldWork.list, {});
  if (error !== null) return <ErrorBox error={error} onRetry={retry} />;
  // It has its place before it is known, because the list of backups is below it.
  if (data === undefined) return <PageSkeleton shape="list" />;
  if (data.heldSince === null) return null;
  return (
    <section className={styles.held} aria-labelledby="held-work">
      <h2 id="held-work" className={styles.title}>
        {t('heldWork.title')}
      </h2>
      <p className={styles.about}>{t('heldWork.about')}</p>
      <ul className={styles.kinds}>
        {data.kinds.map((waiting) => (
          <OneKind key={waiting.kind} waiting={waiting} nextNumbers={data.nextNumbers} onRefused={retry} />
        ))}
      </ul>
      <EmptyKinds
        kinds={data.kinds.filter(({ count }) => count === 0).map(({ kind }) => kind)}
        nextNumbers={data.nextNumbers}
      />
    </section>
  );
}

interface OneKindProps {
  waiting: Waiting;
  nextNumbers: HeldWork['nextNumbers'];
  onRefused: () => void;
}

function OneKind({ waiting, nextNumbers, onRefused }: OneKindProps) {
  const { t } = useTranslation('settings');
  const { save } = useSave(heldWork.letGo);
  const kind = t(`heldWork.kinds.${waiting.kind}`);
  const run = async () => {
    const held = await save({ kind: waiting.kind }).catch((error: unknown) => {
      // Another admin may have let it go.
      onRefused();
      throw error;
    });
    notify.success(t('heldWork.done', { kind }));
    await hideBannerAfter(held);
  };
  return (
    <li className={styles.kind}>
      <div className={styles.what}>
        <strong>{kind}</strong>
        <What waiting={waiting} />
      </div>
      <ConfirmButton
        aria-label={t('heldWork.question', { kind })}
        question={t('heldWork.question', { kind })}
        consequence={
          <>
            <What waiting={waiting} />
            {waiting.kind === 'recurring_invoices' && <NextNumbers numbers={nextNumbers} />}
            <span className={styles.line}>{t('heldWork.final')}</span>
          </>
        }
        verb={t('heldWork.letGo')}
        run={run}
      >
        {t('heldWork.letGo')}
      </ConfirmButton>
    </li>
  );
}

interface EmptyKindsProps {
  kinds: readonly HeldKind[];
  nextNumbers: HeldWork['nextNumbers'];
}

/** Lets the kinds of which nothing waits go in one step. The server looks again, because something may wait by then. */
function EmptyKinds({ kinds, nextNumbers }: EmptyKindsProps) {
  const { t } = useTranslation('settings');
  const { save } = useSave(heldWork.letGoEmpty);
  if (kinds.length < 2) return null;
  const names = (some: readonly HeldKind[]) =>
    new Intl.ListFormat(formatLocale(), { type: 'unit' }).format(
      some.map((kind) => t(`heldWork.kinds.${kind}`)),
    );
  const run = async () => {
    const held = await save({ kinds: [...kinds] });
    const stays = new Set(held.kinds.map(({ kind }) => kind));
    const [stayed, gone] = [
      kinds.filter((kind) => stays.has(kind)),
      kinds.filter((kind) => !stays.has(kind)),
    ];
    if (gone.length > 0) notify.success(t('heldWork.done', { kind: names(gone) }));
    if (stayed.length > 0) notify.info(t('heldWork.stayed', { kinds: names(stayed) }));
    await hideBannerAfter(held);
  };
  return (
    <ConfirmButton
      className={styles.empty}
      question={t('heldWork.letGoEmpty')}
      consequence={
        <>
          {names(kinds)}
          <span className={styles.line}>{t('heldWork.unlessWaiting')}</span>
          {kinds.includes('recurring_invoices') && <NextNumbers numbers={nextNumbers} />}
          <span className={styles.line}>{t('heldWork.final')}</span>
        </>
      }
      verb={t('heldWork.letGo')}
      run={run}
    >
      {t('heldWork.letGoEmpty')}
    </ConfirmButton>
  );
}

/** The banner goes with the last kind. If this fails, it goes with the next page that is loaded. */
const hideBannerAfter = async ({ heldSince }: HeldWork): Promise<void> => {
  if (heldSince === null) await refreshMe().catch(() => undefined);
};

/** What begins when the kind is let go. */
function What({ waiting: { kind, count, oldest } }: { waiting: Waiting }) {
  const { t } = useTranslation('settings');
  if (count === 0) return <span className={styles.line}>{t('heldWork.none')}</span>;
  return (
    <span className={styles.line}>
      {t(`heldWork.what.${kind}`, { count })}
      {oldest !== null && ` ${t('heldWork.oldest', { date: dateText(oldest) })}`}
    </span>
  );
}

/** A number that was given out after the copy was made would be given out again. */
function NextNumbers({ numbers }: { numbers: HeldWork['nextNumbers'] }) {
  const { t } = useTranslation('settings');
  if (numbers.length === 0) return null;
  return (
    <span className={styles.line}>
      {t('heldWork.numbers')}
      {numbers.map(({ entity, number }) => (
        <span key={`${entity} ${number}`} className={styles.line}>
          {entity}: <bdi dir="ltr">{number}</bdi>
        </span>
      ))}
    </span>
  );
}
