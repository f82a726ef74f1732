import { useTranslation } from 'react-i18next';
import { entityOfStaff, userStatuses, type StaffKind, type managers } from '@daybook/contracts/people/staff';
import { useMay } from '@daybook/shared/session';
import {
  actionsColumn,
  linkColumn,
  textColumn,
  type Column,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { InstantText } from '@daybook/shared/record/date-text';
import { FilterChoices, FilterLookup } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList, type RowOf } from '@daybook/shared/list/use-list';
import { addStaffAddress, editStaffAddress, keysOf, staff, useStaffKind } from '../staff-kinds.ts';
import { MemberMenu } from './member-steps.tsx';
import { MemberStatus } from './member-status.tsx';

type Columns = ColumnsOf<typeof managers>;
type Row = RowOf<typeof managers>;

/** Managers, executives, relationship managers or admins, depending on the address. */
export default function MemberList() {
  const kind = useStaffKind();
  return <StaffList key={kind} kind={kind} />;
}

function usePlaceColumns(kind: StaffKind): Column<Row, never>[] {
  const { t } = useTranslation('settings');
  if (kind === 'admins') {
    return [textColumn(t('person.type'), (member) => t(`person.types.${member.userType}`), { name: 'type' })];
  }
  return [
    textColumn(t('person.departments'), (member) => member.departments.map(({ label }) => label).join(', '), {
      name: 'departments',
    }),
    textColumn(t('person.manager'), (member) => member.manager?.label, { name: 'manager' }),
  ];
}

function useColumns(kind: StaffKind): Columns {
  const { t } = useTranslation('settings');
  const mayEdit = useMay(...keysOf(kind, 'edit'));
  return [
    linkColumn(
      t('person.name'),
      (member) => member.name,
      (member) => (mayEdit ? editStaffAddress(kind, member.id) : null),
      { sort: 'name' },
    ),
    textColumn(t('person.email'), (member) => member.email, { name: 'email', sort: 'email' }),
    ...usePlaceColumns(kind),
    textColumn(t('person.scope'), (member) => t(`person.scopes.${member.scope}`), {
      name: 'scope',
      width: 135,
    }),
    {
      title: t('person.status'),
      width: 110,
      render: (member) => <MemberStatus status={member.status} />,
    },
    {
      title: t('person.lastSignIn'),
      name: 'lastSignIn',
      isHidden: true,
      width: 165,
      render: ({ lastSignInAt }) =>
        lastSignInAt === null ? t('person.never') : <InstantText at={lastSignInAt} />,
    },
    actionsColumn(t('actions'), (member) => <MemberMenu kind={kind} member={member} />),
  ];
}

function StaffList({ kind }: { kind: StaffKind }) {
  const { t } = useTranslation('settings');
  const mayAdd = useMay(...keysOf(kind, 'add'));
  const list = useList(staff[kind]);
  const columns = useColumnChoice(entityOfStaff[kind], list, useColumns(kind));
  return (
    <ListScreen
      title={t(`staff.${kind}.title`)}
      list={list}
      search={t('person.search')}
      filters={
        <>
          <FilterChoices
            list={list}
            name="status"
            label={t('person.status')}
            options={userStatuses.map((value) => ({ value, label: t(`person.statuses.${value}`) }))}
          />
          {kind !== 'admins' && (
            <>
              <FilterLookup
                list={list}
                name="departmentId"
                label={t('person.department')}
                kind="department"
              />
              <FilterLookup list={list} name="managerId" label={t('person.manager')} kind="manager" />
            </>
          )}
        </>
      }
      empty={t(`staff.${kind}.empty`)}
      columns={columns}
      primary={
        mayAdd && (
          <LinkButton type="primary" to={addStaffAddress(kind)}>
            {t(`staff.${kind}.add`)}
          </LinkButton>
        )
      }
    >
      <DataTable label={t(`staff.${kind}.title`)} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
