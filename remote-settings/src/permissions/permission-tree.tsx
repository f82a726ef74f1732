import CaretDownFilled from '@ant-design/icons/es/icons/CaretDownFilled';
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import Input from 'antd/es/input';
import Tooltip from 'antd/es/tooltip';
import Tree, { type DataNode } from 'antd/es/tree';
import { useRef, useState, type Key } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '@daybook/contracts/permissions';
import styles from './permissions.module.css';
import { branchesOf, checksOf, leavesBelow, shownOf, textOf, tickTree, type TickNode } from './ticks.ts';
import type { TicksOfPerson } from './use-ticks.ts';

type Shown = Pick<TicksOfPerson, 'ticks' | 'grantable' | 'tick' | 'untick'>;

const branches = branchesOf(tickTree).map(({ key }) => key);

/** Sections start open, so that all groups are visible. So do groups with only some permissions ticked. */
const openAtFirst = (ticks: Shown['ticks']): string[] => {
  const { halfChecked } = checksOf(tickTree, ticks);
  return branches.filter((key) => key.startsWith('section:') || halfChecked.includes(key));
};

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** All 62 permissions in plain words. Those that the reader may not grant or revoke are visible but fixed. */
export function PermissionTree({ of }: { of: Shown }) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(() => openAtFirst(of.ticks));
  const box = useRef<HTMLDivElement>(null);
  const sought = folded(typed.trim());
  const shown =
    sought === ''
      ? tickTree
      : shownOf(tickTree, (node) => folded(`${t(textOf(node))} ${node.leaf ?? ''}`).includes(sought));
  const check = (key: string, isChecked: boolean) => {
    const branch = branchesOf(shown).find((one) => one.key === key);
    const leaves = branch === undefined ? [key as Permission] : leavesBelow(branch);
    if (isChecked) of.tick(leaves);
    else of.untick(leaves);
  };
  /** The tree as a whole has the focus, so the browser does not scroll the active row into view. */
  const show = (key: Key | null) =>
    box.current?.querySelector(`[id$="-${CSS.escape(String(key))}"]`)?.scrollIntoView({ block: 'nearest' });
  return (
    <div ref={box} className={styles.stack}>
      <div className={styles.tools}>
        <Input
          type="search"
          className={styles.search ?? ''}
          aria-label={t('permission.search')}
          placeholder={t('permission.search')}
          prefix={<SearchOutlined />}
          allowClear
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button onClick={() => setOpen(open.length === branches.length ? [] : branches)}>
          {t(open.length === branches.length ? 'permission.closeAll' : 'permission.openAll')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('permission.noneMatch')} />
      ) : (
        <Tree
          aria-label={t('permission.tree')}
          className={styles.tree ?? ''}
          checkable
          switcherIcon={<CaretDownFilled aria-hidden />}
          checkStrictly
          onActiveChange={show}
          selectable={false}
          blockNode
          treeData={shown.map((node) => dataOf(node, of.grantable))}
          checkedKeys={checksOf(shown, of.ticks)}
          onCheck={(_keys, { node, checked }) => check(String(node.key), checked)}
          expandedKeys={sought === '' ? open : branchesOf(shown).map(({ key }) => key)}
          onExpand={(keys) => setOpen(keys.map(String))}
        />
      )}
    </div>
  );
}

const dataOf = (node: TickNode, grantable: ReadonlySet<Permission>): DataNode => ({
  key: node.key,
  title: <NodeTitle node={node} isGrantable={node.leaf !== undefined && grantable.has(node.leaf)} />,
  disabled: !leavesBelow(node).some((leaf) => grantable.has(leaf)),
  children: node.below.map((one) => dataOf(one, grantable)),
});

function NodeTitle({ node, isGrantable }: { node: TickNode; isGrantable: boolean }) {
  const { t } = useTranslation('settings');
  const { leaf } = node;
  if (leaf === undefined) return <span className={styles.branch}>{t(textOf(node))}</span>;
  const title = (
    <span className={styles.leaf}>
      <span>{t(textOf(node))}</span>
      <code className={styles.key} aria-hidden="true">
        {leaf}
      </code>
    </span>
  );
  return isGrantable ? title : <Tooltip title={t('permission.notYours')}>{title}</Tooltip>;
}
