import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './settings.module.css';

/** Background colours that suit both themes; an empty value means the theme's own. */
const colours = {
  none: '',
  blue: '#3e82f7',
  navy: '#1f3a5f',
  teal: '#0f766e',
  green: '#14532d',
  violet: '#5b21b6',
  red: '#7f1d1d',
  graphite: '#1f2937',
  sand: '#fde68a',
} as const;
const names = Object.keys(colours) as (keyof typeof colours)[];

interface Props {
  label: string;
  value: string;
  onChange: (colour: string) => void;
}

/** Radio buttons that show the colours they choose. */
export function ColourChoice({ label, value, onChange }: Props) {
  const { t } = useTranslation('personal');
  const group = useId();
  return (
    <fieldset className={css.setting}>
      <legend className={css.label}>{label}</legend>
      <div className={css.swatches}>
        {names.map((name) => (
          <label key={name} title={t(`appearance.colour.${name}`)} className={css.swatch}>
            <input
              type="radio"
              name={group}
              aria-label={t(`appearance.colour.${name}`)}
              checked={colours[name] === value}
              onChange={() => onChange(colours[name])}
            />
            <span
              className={name === 'none' ? `${css.paint} ${css.none}` : css.paint}
              style={name === 'none' ? undefined : { background: colours[name] }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
