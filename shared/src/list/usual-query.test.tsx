import { render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { UsualQuery } from './usual-query.tsx';

afterEach(() => history.replaceState(null, '', '/'));

function Screen() {
  const { pathname, search } = useLocation();
  return (
    <>
      <h1>{pathname + search}</h1>
      {search === '' && <UsualQuery query="filter[status]=open" />}
    </>
  );
}

const open = () =>
  render(
    <MemoryRouter initialEntries={['/app/tasks']}>
      <Screen />
    </MemoryRouter>,
  );

describe('the bare address of a screen', () => {
  it('gets the filters with which the screen begins', () => {
    open();
    expect(screen.getByRole('heading').textContent).toBe('/app/tasks?filter[status]=open');
  });

  it('stays as it is if the person has left while the screen was loading', () => {
    history.replaceState(null, '', '/app/receipts');
    open();
    expect(screen.getByRole('heading').textContent).toBe('/app/tasks');
  });
});
