import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';
import type { Sample, SampleKind } from '@daybook/contracts/guided-start/samples';
import { dateText } from '@daybook/shared/record/date-text';
import { useRuleText } from '@daybook/shared/series/rule-text';
import styles from './samples.module.css';

interface GroupProps {
  kind: SampleKind;
  samples: readonly Sample[];
  ticked: ReadonlySet<string>;
  onTick: (keys: readonly string[], isTicked: boolean) => void;
}

/** The samples of one kind. What the firm has already is ticked and cannot be changed here. */
export function SampleGroup({ kind, samples, ticked, onTick }: GroupProps) {
  const { t } = useTranslation('settings');
  const open = samples.filter(({ isThere }) => !isThere).map(({ key }) => key);
  const chosen = open.filter((key) => ticked.has(key));
  return (
    <section aria-labelledby={`samples-${kind}`} className={styles.group}>
      <header className={styles.head}>
        <h2 id={`samples-${kind}`}>{t(`samples.kind.${kind}`)}</h2>
        <Checkbox
          disabled={open.length === 0}
          checked={open.length > 0 && chosen.length === open.length}
          indeterminate={chosen.length > 0 && chosen.length < open.length}
          onChange={({ target }) => onTick(open, target.checked)}
        >
          {t('samples.all')}
        </Checkbox>
      </header>
      <ul className={styles.rows}>
        {samples.map((sample) => (
          <li key={sample.key}>
            <Checkbox
              disabled={sample.isThere}
              checked={sample.isThere || ticked.has(sample.key)}
              onChange={({ target }) => onTick([sample.key], target.checked)}
            >
              {sample.name}
              <About sample={sample} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What tells one sample from another: what it belongs to, and when it falls due. */
function About({ sample: { isThere, of, due, statutory } }: { sample: Sample }) {
  const { t } = useTranslation('settings');
  const ruleText = useRuleText();
  const said = [
    isThere ? t('samples.there') : of,
    due && ruleText(due.rrule),
    due?.next && t('samples.next', { date: dateText(due.next) }),
    statutory && t('samples.statutory'),
  ].filter(Boolean);
  return said.length > 0 && <span className={styles.of}>{said.join(' · ')}</span>;
}
