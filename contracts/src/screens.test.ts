import { listAndForm } from './screens.ts';

const label = { en: 'Boats', zh: '船', fr: 'Bateaux', ja: '船' };
const add = { en: 'New boat', zh: '新建船', fr: 'Nouveau bateau', ja: '船の新規登録' };
const edit = { en: 'Edit boat', zh: '编辑船', fr: 'Modifier le bateau', ja: '船の編集' };

describe('the screens of a record', () => {
  it('are its list, and two forms under the addresses of the list', () => {
    const menu = { group: 'settings', order: 1, icon: 'settings' } as const;
    const screens = listAndForm({
      id: 'boats',
      one: 'boat',
      path: 'fleet/boats',
      aliases: ['ships'],
      label,
      allow: ['services', 'setting'],
      menu,
      add: { label: add, allow: ['services'] },
      edit: { label: edit },
    });
    expect(screens).toEqual([
      { id: 'boats', path: 'fleet/boats', aliases: ['ships'], label, allow: ['services', 'setting'], menu },
      { id: 'boat-add', path: 'fleet/boats/add', aliases: ['ships/add'], label: add, allow: ['services'] },
      {
        id: 'boat-edit',
        path: 'fleet/boats/edit/:id',
        aliases: ['ships/edit/:id'],
        label: edit,
        allow: ['services', 'setting'],
      },
    ]);
  });
});
