import { screen, waitFor } from '@testing-library/react';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { departments, type Department } from '@daybook/contracts/settings/departments/departments';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AddDepartment from './add-department.tsx';
import DepartmentList from './department-list.tsx';
import EditDepartment from './edit-department.tsx';

const audit: Department = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 3,
  name: 'Audit',
  head: null,
  active: true,
};
const texts = { settings: en };
const edit = { path: `/edit/${audit.id}`, route: '/edit/:id', texts };

beforeEach(() => sessionStorage.clear());

describe('departments', () => {
  it.each([
    ['en', en, 'Departments'],
    ['zh', zh, '部门'],
    ['fr', fr, 'Services'],
    ['ja', ja, '部署'],
  ] as const)('are listed in %s', async (language, own, title) => {
    fakeServer(departments, {
      list: () => ({ rows: [audit], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<DepartmentList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'Audit' })).toHaveAttribute(
      'href',
      `/app/settings/departments/edit/${audit.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('are created, and show that a name is taken', async () => {
    const server = fakeServer(departments, {
      create: ({ input }) => {
        if (input.name === 'Audit') throw refuseField('ALREADY_EXISTS', 'name');
        return { ...audit, name: input.name };
      },
    });
    const { user, address } = await renderScreen(<AddDepartment />, { path: '/new', route: '/new', texts });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Audit');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' and assurance');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/app/settings/departments'));
    expect(server.requestsTo(departments.create)[1]?.input).toMatchObject({ name: 'Audit and assurance' });
  });

  it('are deactivated', async () => {
    const server = fakeServer(departments, { open: () => audit, edit: () => audit });
    const { user } = await renderScreen(<EditDepartment />, edit);
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(departments.edit)[0]).toMatchObject({
        version: 3,
        input: { name: 'Audit', active: false },
      }),
    );
  });

  it('show why one in use cannot be deleted', async () => {
    fakeServer(departments, {
      open: () => audit,
      remove: () => {
        throw new Refusal('REFERENCED');
      },
    });
    const { user } = await renderScreen(<EditDepartment />, edit);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click((await screen.findAllByRole('button', { name: 'Delete' })).at(-1) as HTMLElement);
    expect(await screen.findByText('Other records use this one, so it cannot be deleted.')).toBeVisible();
  });
});
