import { screen, waitFor } from '@testing-library/react';
import Button from 'antd/es/button';
import { Refusal } from '@daybook/contracts/refusals';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { ReadView } from '../read/read-view.tsx';
import { useRead } from '../read/use-read.tsx';
import { useSave } from './use-save.tsx';

const [audit, payroll] = ['Audit', 'Payroll'].map((name, index): Service => ({
  id: `018f2b1c-0000-7000-8000-00000000000${index}`,
  version: 1,
  name,
  department: null,
  taxCode: { id: '018f2b1c-0000-7000-8000-000000000009', label: 'VAT' },
  incomeAccount: null,
  billingRule: null,
  sacHsn: null,
  unit: 'C62',
  price: null,
  currency: null,
  active: true,
})) as [Service, Service];

function Page() {
  const one = useRead(services.open, { id: audit.id });
  const other = useRead(services.open, { id: payroll.id });
  const { save } = useSave(services.remove);
  return (
    <>
      <ReadView of={one}>{({ name }) => <p>{name}</p>}</ReadView>
      <ReadView of={other}>{({ name, version }) => <p>{`${name} ${version}`}</p>}</ReadView>
      <Button onClick={() => void save({ id: audit.id }, 1)}>Delete</Button>
    </>
  );
}

it('a deletion keeps the record on its page until the page is left, and reads everything else again at once', async () => {
  let isGone = false;
  const server = fakeServer(services, {
    open: ({ input }) => {
      if (input.id === payroll.id) return { ...payroll, version: isGone ? 2 : 1 };
      if (isGone) throw new Refusal('NOT_FOUND');
      return audit;
    },
    remove: () => {
      isGone = true;
      return {};
    },
  });
  const { user } = await renderScreen(<Page />);
  expect(await screen.findByText('Audit')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Payroll 2')).toBeVisible();
  expect(screen.getByText('Audit')).toBeVisible();
  const asked = () => server.requestsTo(services.open).filter(({ input }) => input['id'] === audit.id);
  expect(asked()).toHaveLength(1);
  // A screen that is still open is refreshed later.
  await waitFor(() => expect(screen.queryByText('Audit')).not.toBeInTheDocument());
  expect(asked()).toHaveLength(2);
});
