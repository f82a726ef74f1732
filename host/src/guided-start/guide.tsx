import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { guidedStart, type GuidedStart } from '@daybook/contracts/guided-start/guided-start';
import { notify } from '@daybook/shared/notify';
import { comingBackTo } from '@daybook/shared/return-address';
import { useSave } from '@daybook/shared/form/use-save';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import css from './guide.module.css';
import { stepsOf, type Part, type Step } from './guide-steps.ts';

type Given = Pick<GuidedStart, 'done' | 'entityId' | 'version'>;

/** The steps that lead an empty firm to its first invoice. Each opens its screen, which comes back here when it is saved. */
export default function Guide({ done, entityId, version }: Given) {
  const { t } = useTranslation('personal');
  const { save, isSaving } = useSave(guidedStart.save);
  const hide = () =>
    save({ isHidden: true }, version).then(
      () => notify.success(t('guide.hidden')),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  const steps = stepsOf({ done, entityId });
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const next = needed.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="guide-title" className={css.guide}>
      <header className={css.header}>
        <h2 id="guide-title">{t('guide.title')}</h2>
        <span className={css.progress}>
          {t('guide.progress', { done: needed.filter(({ isDone }) => isDone).length, count: needed.length })}
        </span>
        <Button type="text" loading={isSaving} onClick={() => void hide()}>
          {t('guide.hide')}
        </Button>
      </header>
      <ol className={css.steps}>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
      {next === undefined && <p className={css.all}>{t('guide.allDone')}</p>}
    </section>
  );
}

function StepRow({ step: { name, parts, isDone, isOptional }, isNext }: { step: Step; isNext: boolean }) {
  const { t } = useTranslation('personal');
  return (
    <li className={css.step} aria-current={isNext ? 'step' : undefined}>
      <div className={css.name}>
        {isDone && <Tick />}
        <span>{t(`guide.step.${name}`)}</span>
      </div>
      <ul className={css.parts}>
        {parts.map((part) => (
          <li key={part.name}>
            <PartLink
              part={part}
              isNext={isNext && part === parts.find((one) => !one.isDone && !one.isOptional)}
            />
          </li>
        ))}
      </ul>
      {(isNext || (isOptional && !isDone)) && <p className={css.about}>{t(`guide.about.${name}`)}</p>}
    </li>
  );
}

function PartLink({ part: { name, to, isDone, isOptional }, isNext }: { part: Part; isNext: boolean }) {
  const { t } = useTranslation('personal');
  const { pathname } = useLocation();
  const state = comingBackTo(pathname);
  const label = t(`guide.part.${name}`);
  if (isNext)
    return (
      <LinkButton type="primary" to={to} state={state}>
        {label}
      </LinkButton>
    );
  return (
    <>
      <Link to={to} state={state} className={isDone ? css.done : undefined}>
        {isDone && <Tick />} {label}
      </Link>
      {isOptional && !isDone && <span className={css.optional}> {t('guide.optional')}</span>}
    </>
  );
}

function Tick() {
  const { t } = useTranslation('personal');
  return <CheckCircleFilled className={css.tick ?? ''} aria-label={t('guide.done')} />;
}
