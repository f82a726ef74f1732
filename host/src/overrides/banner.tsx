import { type Root, createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { withPersonalTexts } from '../appearance/personal-texts.ts';
import css from './banner.module.css';
import { forgetOverrides } from './stored-overrides.ts';

function reset(): void {
  forgetOverrides();
  location.reload();
}

function Banner({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('personal');
  return (
    <aside className={css.banner} aria-label={t('overrides.label')}>
      <span>{t('overrides.text', { names: names.join(', ') })}</span>
      <button type="button" onClick={reset}>
        {t('overrides.reset')}
      </button>
    </aside>
  );
}

let root: Root | null = null;

/** Shown above every page while any remote is overridden. */
export function showBanner(names: readonly string[]): void {
  if (root === null) {
    const place = document.createElement('div');
    document.body.prepend(place);
    root = createRoot(place);
  }
  const stage = root;
  const draw = withPersonalTexts(async () => ({ default: Banner }));
  draw().then(() => stage.render(names.length === 0 ? null : <Banner names={names} />), reportError);
}
