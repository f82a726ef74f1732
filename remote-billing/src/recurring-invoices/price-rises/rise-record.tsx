import Segmented from 'antd/es/segmented';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { priceRises, type PriceRise } from '@daybook/contracts/crm/price-rises/price-rises';
import { queryClient } from '@daybook/shared/query-client';
import { ReadView } from '@daybook/shared/read/read-view';
import { useLiveRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { RiseItems } from './rise-items.tsx';
import { RiseLetters } from './rise-letters.tsx';
import { riseTones } from './rise-words.tsx';
import styles from './price-rises.module.css';

const goesOn = ({ status }: PriceRise): boolean => status === 'running';

/** One price rise: its prices with their outcomes, and its letters. */
export default function RiseRecord() {
  const { id = '' } = useParams();
  const read = useLiveRead(priceRises.open, { id }, goesOn);
  return <ReadView of={read}>{(rise) => <Shown key={rise.id} rise={rise} />}</ReadView>;
}

type Part = 'prices' | 'letters';

function Shown({ rise }: { rise: PriceRise }) {
  const [params] = useSearchParams();
  useFreshItems(rise);
  const isLetters = params.get('part') === 'letters' && rise.status !== 'draft';
  const about = <State rise={rise} part={isLetters ? 'letters' : 'prices'} />;
  return isLetters ? <RiseLetters rise={rise} about={about} /> : <RiseItems rise={rise} about={about} />;
}

/** Reads the prices again whenever the job has moved on. */
function useFreshItems({ done, refused, undone, waiting }: PriceRise): void {
  const progress = `${done} ${refused} ${undone} ${waiting}`;
  const shown = useRef(progress);
  useEffect(() => {
    if (shown.current === progress) return;
    shown.current = progress;
    void queryClient.invalidateQueries({ queryKey: ['GET', priceRises.items.path] });
  }, [progress]);
}

function State({ rise, part }: { rise: PriceRise; part: Part }) {
  const { t } = useTranslation('billing');
  const [, setParams] = useSearchParams();
  // The other list has filters and pages of its own.
  const open = (next: Part) => setParams(next === 'letters' ? { part: next } : {});
  return (
    <div className={styles.state}>
      <StatusTag tone={riseTones[rise.status]}>{t(`rise.status.${rise.status}`)}</StatusTag>
      <span>
        {t('rise.from')} <DateText date={rise.from} />
      </span>
      <span>{t('rise.roundedTo', { step: countText(rise.roundingStep) })}</span>
      {rise.package !== null && <bdi>{rise.package.label}</bdi>}
      <People rise={rise} />
      <span aria-live="polite">{t('rise.counts', countsOf(rise))}</span>
      {rise.status !== 'draft' && (
        <Segmented<Part>
          aria-label={t('rise.parts')}
          value={part}
          onChange={open}
          options={[
            { value: 'prices', label: t('rise.prices') },
            { value: 'letters', label: t('rise.letters') },
          ]}
        />
      )}
    </div>
  );
}

const countsOf = ({ planned, waiting, leftOut, done, refused, undone }: PriceRise) => ({
  planned: countText(planned + waiting),
  leftOut: countText(leftOut),
  done: countText(done),
  refused: countText(refused),
  undone: countText(undone),
});

function People({ rise: { by, at, appliedBy, appliedAt, undoneBy, undoneAt } }: { rise: PriceRise }) {
  const { t } = useTranslation('billing');
  const steps = [
    { step: t('rise.plannedBy'), who: by, when: at },
    { step: t('rise.appliedBy'), who: appliedBy, when: appliedAt },
    { step: t('rise.undoneBy'), who: undoneBy, when: undoneAt },
  ];
  return steps.flatMap(({ step, who, when }) =>
    when === null
      ? []
      : [
          <span key={step}>
            {step} <bdi>{who}</bdi>, <InstantText at={when} />
          </span>,
        ],
  );
}
