import { screen } from '@testing-library/react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { RecordTabs, type RecordTab } from './record-tabs.tsx';

const tab = (key: string, label: string): RecordTab => ({ key, label, content: () => <p>{`The ${key}`}</p> });

describe('the tabs of a record', () => {
  it('show the tab that the address names, and bring it into sight', async () => {
    const shown: (string | null)[] = [];
    const scroll = jest.fn(function scrolled(this: Element) {
      shown.push(this.textContent);
    });
    Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scroll, configurable: true });
    const { user } = await renderScreen(
      <RecordTabs
        label="Parts"
        tabs={[tab('about', 'About'), tab('notes', 'Notes'), tab('files', 'Files')]}
      />,
      { path: '/app/client?tab=files' },
    );
    expect(screen.getByText('The files')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Files' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Notes' }));
    expect(screen.getByText('The notes')).toBeVisible();
    expect(shown).toEqual(['Files', 'Notes']);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });
});
