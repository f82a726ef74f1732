import { antdTheme } from './theme.ts';

const systemThatAsksFor = (asked: string) =>
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ matches: query === asked }) as MediaQueryList);

describe('the theme', () => {
  afterEach(() => jest.restoreAllMocks());

  it('animates, unless the person’s system asks for less motion', () => {
    systemThatAsksFor('(prefers-color-scheme: dark)');
    expect(antdTheme('dark').token).toMatchObject({ motion: true });
    systemThatAsksFor('(prefers-reduced-motion: reduce)');
    expect(antdTheme('dark').token).toMatchObject({ motion: false });
  });
});
