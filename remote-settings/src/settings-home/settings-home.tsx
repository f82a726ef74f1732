import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import Empty from 'antd/es/empty';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { currentLanguage } from '@daybook/shared/i18n';
import { useMayOpen } from '@daybook/shared/may-open';
import { cardGroups, fits, type Card, type CardGroup } from './cards.ts';
import styles from './settings-home.module.css';

/** Every setting that the person may open, by topic, found by name or by what people call it. */
export default function SettingsHome() {
  const { t } = useTranslation('settings');
  const mayOpen = useMayOpen();
  const [typed, setTyped] = useState('');
  const isShown = (card: Card) =>
    mayOpen(card.allow) &&
    fits(card, { about: t(`home.about.${card.id}`), words: t(`home.words.${card.id}`) }, typed);
  const groups = cardGroups
    .map(({ group, cards }) => ({ group, cards: cards.filter(isShown) }))
    .filter(({ cards }) => cards.length > 0);
  return (
    <section aria-labelledby="settings-title" className={styles.screen}>
      <header className={styles.header}>
        <h1 id="settings-title" className={styles.title}>
          {t('home.title')}
        </h1>
        <Input
          type="search"
          autoFocus
          allowClear
          className={styles.search ?? ''}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('home.search')}
          placeholder={t('home.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </header>
      {groups.map(({ group, cards }) => (
        <Group key={group} group={group} cards={cards} />
      ))}
      {groups.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('home.none', { typed })} />
      )}
    </section>
  );
}

function Group({ group, cards }: { group: CardGroup; cards: readonly Card[] }) {
  const { t } = useTranslation('settings');
  return (
    <section aria-labelledby={`settings-${group}`} className={styles.group}>
      <h2 id={`settings-${group}`} className={styles.topic}>
        {t(`home.group.${group}`)}
      </h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.id}>
            <Link to={card.to} className={styles.card}>
              <span className={styles.name}>{card.label[currentLanguage()]}</span>
              <span className={styles.about}>{t(`home.about.${card.id}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
