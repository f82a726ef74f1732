import type { Language } from '@daybook/contracts/fields';
import {
  addTextSource,
  i18n,
  moneyLocale,
  numberLocaleOf,
  setLanguage,
  type TextsByNamespace,
} from '@daybook/shared/i18n';

const greetings: Record<Language, string> = { en: 'Hello', zh: '你好', fr: 'Bonjour', ja: 'こんにちは' };

const waiting: (() => void)[] = [];
let isSlow = true;

/** Waits for pending loads, and for the loads that they start. */
async function arrive(): Promise<void> {
  while (waiting.length > 0) {
    for (const release of waiting.splice(0)) release();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A package whose texts the test releases. */
function addPackage(name: string): Promise<void> {
  return addTextSource(
    name,
    (lng) =>
      new Promise<TextsByNamespace>((resolve) => {
        const texts = { [name]: { greeting: greetings[lng] } };
        if (isSlow) waiting.push(() => resolve(texts));
        else resolve(texts);
      }),
  );
}

beforeEach(() => {
  isSlow = true;
});
afterEach(async () => {
  isSlow = false;
  await Promise.all([arrive(), setLanguage('en')]);
});

describe('the texts of a package', () => {
  it('come in the language chosen while they were loading', async () => {
    const added = addPackage('late');
    await Promise.all([setLanguage('fr'), arrive(), added]);
    expect(i18n.t('late:greeting')).toBe('Bonjour');
  });

  it('come in the language of a change in progress when the package arrives', async () => {
    const old = addPackage('old');
    await Promise.all([arrive(), old]);
    const changing = setLanguage('zh');
    const joining = addPackage('newcomer');
    await Promise.all([arrive(), changing, joining]);
    expect(i18n.t('newcomer:greeting')).toBe('你好');
  });

  it('follow the last of two changes, whichever is ready first', async () => {
    const added = addPackage('steady');
    await Promise.all([arrive(), added]);
    const changes = [setLanguage('ja'), setLanguage('fr')];
    await Promise.all([arrive(), ...changes]);
    expect([i18n.language, i18n.t('steady:greeting'), document.documentElement.lang]).toEqual([
      'fr',
      'Bonjour',
      'fr',
    ]);
  });

  it('are requested again after they could not be fetched', async () => {
    let isDown = true;
    const load = async (lng: Language) => {
      if (isDown) throw new Error('down');
      return { shaky: { greeting: greetings[lng] } };
    };
    await expect(addTextSource('shaky', load)).rejects.toThrow('down');
    isDown = false;
    await setLanguage('ja');
    expect(i18n.t('shaky:greeting')).toBe('こんにちは');
  });

  it('are drawn again only for another language or region, and when they come after a failure', async () => {
    let isDown = false;
    const load = async (lng: Language) => {
      if (isDown) throw new Error('down');
      return { calm: { greeting: greetings[lng] } };
    };
    isSlow = false;
    await addTextSource('calm', load);
    await setLanguage('fr', null);
    const drawn = jest.fn();
    i18n.on('languageChanged', drawn);
    const timesDrawn = async (lng: Language, region: string | null) => {
      drawn.mockClear();
      await setLanguage(lng, region);
      return drawn.mock.calls.length;
    };
    expect(await timesDrawn('fr', null)).toBe(0);
    expect(await timesDrawn('fr', 'CH')).toBe(1);
    expect(await timesDrawn('fr', 'CH')).toBe(0);
    isDown = true;
    expect(await timesDrawn('zh', 'CH')).toBe(1);
    isDown = false;
    expect(await timesDrawn('zh', 'CH')).toBe(1);
    expect(i18n.t('calm:greeting')).toBe('你好');
    expect(await timesDrawn('zh', 'CH')).toBe(0);
    i18n.off('languageChanged', drawn);
    await setLanguage('en', null);
  });
});

const written = (lng: Language, region: string | null) =>
  new Intl.NumberFormat(numberLocaleOf(lng, region), { minimumFractionDigits: 2 }).format(1_234_567.8);

describe('numbers', () => {
  it('follow the conventions of the region, whatever the language of the interface', () => {
    for (const lng of ['en', 'zh', 'fr', 'ja'] as const) {
      expect(written(lng, 'IN')).toBe('12,34,567.80');
      expect(written(lng, 'DE')).toBe('1.234.567,80');
    }
  });

  it('are shortened in the language of the interface', () => {
    const short = new Intl.NumberFormat(numberLocaleOf('en', 'IN'), { notation: 'compact' });
    expect(short.format(5_900_000)).toBe('59L');
  });

  it('in rupees are grouped in English as on the documents, unless a region is chosen', async () => {
    await setLanguage('en', null);
    expect([moneyLocale('INR'), moneyLocale('EUR')]).toEqual(['en-IN', 'en-GB']);
    await setLanguage('en', 'DE');
    expect(moneyLocale('INR')).toBe(numberLocaleOf('en', 'DE'));
    await setLanguage('fr', null);
    expect(moneyLocale('INR')).toBe('fr-FR');
    await setLanguage('en', null);
  });

  it('follow the conventions of the language if no region is chosen', () => {
    expect(written('en', null)).toBe('1,234,567.80');
    expect(written('fr', null)).toMatch(/^1\s234\s567,80$/);
  });
});
