import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addPath } from '@daybook/contracts/entities';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { sampleKinds, samples, type Sample } from '@daybook/contracts/guided-start/samples';
import { languageNames } from '@daybook/contracts/language-names';
import { notify } from '@daybook/shared/notify';
import { useReturnAddress } from '@daybook/shared/return-address';
import { useSave } from '@daybook/shared/form/use-save';
import { countryName } from '@daybook/shared/inputs/code-names';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { SampleGroup } from './sample-group.tsx';
import { ShowGuide } from './show-guide.tsx';
import styles from './samples.module.css';

type Listed = OutputOf<typeof samples.list>;
interface Chosen {
  country?: string;
  language?: Language;
}

/** Departments, services and work that many firms of the country have. The person ticks what their firm needs. */
export default function Samples() {
  const { t } = useTranslation('settings');
  const [chosen, choose] = useState<Chosen>({});
  const read = useRead(samples.list, chosen);
  return (
    <RecordScreen title={t('samples.title')} actions={<ShowGuide />}>
      <ReadView of={read}>
        {(listed) =>
          listed.country === null ? (
            <>
              <p>{t('samples.noEntity')}</p>
              <LinkButton type="primary" to={addPath('billing_entity')}>
                {t('entity.add')}
              </LinkButton>
            </>
          ) : (
            <Choice
              key={listed.country}
              listed={{ ...listed, country: listed.country }}
              onChoose={(more) => choose({ ...chosen, ...more })}
            />
          )
        }
      </ReadView>
    </RecordScreen>
  );
}

/** What is ticked, with the service of work and the department of a service that the firm does not have yet. */
function withParents(keys: readonly string[], all: readonly Sample[]): string[] {
  const parents = all
    .filter(({ key }) => keys.includes(key))
    .flatMap(({ kind, of }) => {
      const above = kind === 'service' ? 'department' : 'service';
      return all.filter((one) => one.kind === above && one.name === of && !one.isThere);
    })
    .map(({ key }) => key);
  return parents.length === 0 ? [...keys] : [...keys, ...withParents(parents, all)];
}

interface ChoiceProps {
  listed: Listed & { country: string };
  onChoose: (chosen: Chosen) => void;
}

function Choice({ listed: { country, countries, language, languages, ...listed }, onChoose }: ChoiceProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const returnAddress = useReturnAddress();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { save, isSaving } = useSave(samples.add);
  const [refusal, setRefusal] = useState<unknown>(null);
  const tick = (keys: readonly string[], isTicked: boolean) =>
    setTicked(
      new Set(
        isTicked
          ? [...ticked, ...withParents(keys, listed.samples)]
          : [...ticked].filter((one) => !keys.includes(one)),
      ),
    );
  const add = async () => {
    setRefusal(null);
    try {
      const { added } = await save({ country, language, ticked: [...ticked] });
      notify.success(t('samples.added', { count: added }));
      setTicked(new Set());
      if (returnAddress !== null) void navigate(returnAddress);
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <>
      <p className={styles.about}>{t('samples.about')}</p>
      <div className={styles.choices}>
        {countries.length > 1 && (
          <Select
            aria-label={t('entity.country')}
            value={country}
            onChange={(next) => onChoose({ country: next })}
            options={countries.map((value) => ({ value, label: countryName(value) }))}
          />
        )}
        {languages.length > 1 && (
          <Select
            aria-label={t('samples.language')}
            value={language}
            onChange={(next) => onChoose({ language: next })}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        )}
      </div>
      {sampleKinds.map((kind) => (
        <SampleGroup
          key={kind}
          kind={kind}
          samples={listed.samples.filter((one) => one.kind === kind)}
          ticked={ticked}
          onTick={tick}
        />
      ))}
      {refusal !== null && <ErrorBox error={refusal} />}
      <footer className={styles.footer}>
        <Button type="primary" disabled={ticked.size === 0} loading={isSaving} onClick={() => void add()}>
          {t('samples.add', { count: ticked.size })}
        </Button>
      </footer>
    </>
  );
}
