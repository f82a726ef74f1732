import DoubleLeftOutlined from '@ant-design/icons/es/icons/DoubleLeftOutlined';
import DoubleRightOutlined from '@ant-design/icons/es/icons/DoubleRightOutlined';
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSizes } from '@daybook/contracts/lists';
import { LaterSelect } from './later-select.tsx';
import type { List } from './use-list.tsx';
import styles from './pager.module.css';

/** The cursor that opens the last page (contracts/lists). */
const lastPage = 'end';

export type PagedPart = 'rows' | 'previous' | 'next' | 'isFirst' | 'goTo' | 'pageSize' | 'setPageSize';

/** First, previous, next, last: keyset pages have no numbers. Shows nothing if one small page holds all rows. */
export function Pager({ list }: { list: Pick<List, PagedPart> }) {
  const { t } = useTranslation('shared');
  const isOnly = list.isFirst && list.next === null;
  if (isOnly && list.rows.length <= pageSizes[0] && list.pageSize === pageSizes[0]) return null;
  const isStart = list.previous === null;
  const isEnd = list.next === null;
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <LaterSelect
        aria-label={t('pager.size')}
        variant="outlined"
        text={t('pager.perPage', { size: list.pageSize })}
        isChosen
      >
        {({ PlainSelect }, asked) => (
          <PlainSelect
            {...asked}
            aria-label={t('pager.size')}
            value={list.pageSize}
            onChange={list.setPageSize}
            options={pageSizes.map((size) => ({ value: size, label: t('pager.perPage', { size }) }))}
          />
        )}
      </LaterSelect>
      <div className={styles.steps}>
        <Step
          label={t('pager.first')}
          icon={<DoubleLeftOutlined />}
          isOff={isStart}
          go={() => list.goTo(null)}
        />
        <Step
          label={t('pager.previous')}
          icon={<LeftOutlined />}
          isOff={isStart}
          go={() => list.goTo(list.previous)}
        />
        <Step
          label={t('pager.next')}
          icon={<RightOutlined />}
          isOff={isEnd}
          go={() => list.goTo(list.next)}
        />
        <Step
          label={t('pager.last')}
          icon={<DoubleRightOutlined />}
          isOff={isEnd}
          go={() => list.goTo(lastPage)}
        />
      </div>
    </nav>
  );
}

function Step({
  label,
  icon,
  isOff,
  go,
}: {
  label: string;
  icon: ReactNode;
  isOff: boolean;
  go: () => void;
}) {
  return (
    <Button
      type="text"
      className={styles.step}
      aria-label={label}
      title={label}
      icon={icon}
      disabled={isOff}
      onClick={go}
    />
  );
}
