import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { entities } from '@daybook/contracts/entities';
import { minor } from '@daybook/contracts/money/money';
import { amountText } from '@daybook/shared/record/amount';
import type { Target } from './recents.ts';
import type { Section } from './use-palette.ts';
import css from './palette.module.css';

export const optionId = (index: number): string => `palette-option-${index}`;

// The list is operated from the field above it. HTML has no element for that, only ARIA roles.
const roles = { list: 'listbox', group: 'group', option: 'option' };

interface Props {
  sections: readonly Section[];
  active: number;
  onActive: (index: number) => void;
  onFollow: (target: Target) => void;
}

export function PaletteList({ sections, active, onActive, onFollow }: Props) {
  const { t } = useTranslation('personal');
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const countBefore = (section: number) =>
    sections.slice(0, section).reduce((count, { targets }) => count + targets.length, 0);
  return (
    <div id="palette-list" role={roles.list} aria-label={t('search.results')} className={css.list}>
      {sections.map(({ id, targets }, section) => (
        <div key={id} role={roles.group} aria-labelledby={`palette-${id}`}>
          <div id={`palette-${id}`} role="presentation" className={css.section}>
            {t(`search.section.${id}`)}
          </div>
          {targets.map((target, place) => {
            const index = countBefore(section) + place;
            return (
              <Option
                key={target.path}
                id={optionId(index)}
                target={target}
                isActive={index === active}
                onPoint={() => onActive(index)}
                onFollow={() => onFollow(target)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  target: Target;
  isActive: boolean;
  onPoint: () => void;
  onFollow: () => void;
}

function Option({ id, target, isActive, onPoint, onFollow }: OptionProps) {
  const { t } = useTranslation('personal');
  const { kind, label, detail, amount } = target;
  const isDraft = label === '';
  return (
    <button
      type="button"
      id={id}
      role={roles.option}
      tabIndex={-1}
      aria-selected={isActive}
      className={css.option}
      onPointerMove={isActive ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onFollow}
    >
      <bdi className={css.label}>{isDraft ? t('search.draftFor', { name: detail }) : label}</bdi>
      <bdi className={css.detail}>
        {!isDraft && detail}
        {amount && ` · ${amountText(minor(amount.minor), amount.currency)}`}
      </bdi>
      {kind !== 'screen' && <span className={css.kind}>{t(`search.kind.${entities[kind].searched}`)}</span>}
    </button>
  );
}
