import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { entities } from '@daybook/contracts/entities';
import type { FoundKind } from '@daybook/contracts/search';
import { formatLocale } from '@daybook/shared/i18n';
import { isComposing } from '@daybook/shared/is-composing';
import { useMe } from '@daybook/shared/session';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PaletteList, optionId } from './palette-list.tsx';
import { takeTyped } from './type-ahead.ts';
import { keepRecent, type Target } from './recents.ts';
import { usePalette } from './use-palette.ts';
import css from './palette.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Ctrl/⌘ K: one field that leads to every screen and record the person may open. */
export default function Palette({ isOpen, onClose }: Props) {
  const { t } = useTranslation('personal');
  // After following a target, the focus goes to the new page, where a form takes it. After closing the search, it returns to where it was.
  const [isFollowing, setFollowing] = useState(false);
  return (
    <Modal
      open={isOpen}
      focusable={{ focusTriggerAfterClose: !isFollowing }}
      afterClose={() => setFollowing(false)}
      onCancel={onClose}
      title={<span className={css.hidden}>{t('search.title')}</span>}
      footer={null}
      closable={false}
      destroyOnHidden
      width={640}
      style={{ insetBlockStart: '10vh' }}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
    >
      <Search
        onClose={() => {
          setFollowing(true);
          onClose();
        }}
      />
    </Modal>
  );
}

/** `onClose` is called when the person follows a target. */
function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personal');
  const [typed, setTyped] = useState('');
  const { sections, isSearching, late, error } = usePalette(typed);
  const targets = sections.flatMap((section) => section.targets);
  const [active, setActive] = useActive(targets, typed);
  const follow = useFollow(onClose);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Delayed, because the dialog first has to note where the focus was, to give it back.
    const timer = setTimeout(() => {
      input.current?.focus();
      const ahead = takeTyped();
      if (ahead !== '') setTyped((now) => ahead + now);
    });
    return () => clearTimeout(timer);
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = targets[active];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setActive((active + step + targets.length) % targets.length);
    } else if (event.key === 'Enter' && !isComposing(event.nativeEvent) && target !== undefined) {
      event.preventDefault();
      follow(target);
    }
  }

  return (
    <div>
      <label className={css.field}>
        <SearchOutlined aria-hidden />
        <span className={css.hidden}>{t('search.label')}</span>
        <input
          ref={input}
          className={css.input}
          role="combobox"
          aria-expanded={targets.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={targets[active] && optionId(active)}
          placeholder={t('search.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <PaletteList sections={sections} active={active} onActive={setActive} onFollow={follow} />
      {error !== null && <ErrorBox error={error} />}
      <output className={css.state}>
        {isSearching && t('search.searching')}
        {!isSearching && error === null && targets.length === 0 && late.length === 0 && t('search.nothing')}
        {!isSearching &&
          late.length > 0 &&
          t('search.late', { kinds: namesOf(namesOfKinds(late).map((name) => t(`search.kinds.${name}`))) })}
      </output>
    </div>
  );
}

/** The names of the kinds, each once, because all types of user share one. */
const namesOfKinds = (kinds: readonly FoundKind[]) => [
  ...new Set(kinds.map((kind) => entities[kind].searched)),
];

const namesOf = (names: string[]): string =>
  new Intl.ListFormat(formatLocale(), { type: 'unit' }).format(names);

/** The first target is active after each change of the text. Results that arrive later do not move the choice. */
function useActive(targets: readonly Target[], typed: string): [number, (index: number) => void] {
  const [chosen, setChosen] = useState({ typed, index: 0 });
  const index = chosen.typed === typed ? chosen.index : 0;
  return [Math.min(index, Math.max(0, targets.length - 1)), (next) => setChosen({ typed, index: next })];
}

function useFollow(onClose: () => void): (target: Target) => void {
  const me = useMe();
  const navigate = useNavigate();
  return (target) => {
    if (me !== null) keepRecent(me.id, target);
    onClose();
    void navigate(target.path);
  };
}
