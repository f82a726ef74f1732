import { screen, waitFor, within } from '@testing-library/react';
import { languages } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import { enquirySources, lostReasons } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import EnquiryChoices from './enquiry-choices.tsx';

const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;
const web = { id: idOf(1), version: 1, name: null, usual: 'web' as const, active: true };
const fair = { id: idOf(2), version: 3, name: 'Trade fair', usual: null, active: false };
const price = { id: idOf(3), version: 1, name: null, usual: 'price' as const, active: true };

const serve = () =>
  fakeServer(enquirySources, {
    list: () => [web, fair],
    create: () => fair,
    edit: () => web,
    order: () => [fair, web],
  }).also(lostReasons, { list: () => [price] });

const usualOf = { en: 'Website', fr: 'Site web', ja: 'ウェブ', zh: '网站' };

describe('sources and lost reasons', () => {
  it.each(languages)('shows usual entries in the language of the reader, in %s', async (language) => {
    serve();
    const words = { en, fr, ja, zh }[language];
    await renderScreen(<EnquiryChoices />, { texts: { settings: words }, language });
    const sources = await screen.findByRole('list', { name: words.choice.sources });
    expect(within(sources).getByText(usualOf[language])).toBeVisible();
    expect(within(sources).getByText('Trade fair')).toBeVisible();
    expect(within(sources).getByText(words.inactive)).toBeVisible();
  });

  it('orders, adds and renames entries', async () => {
    const api = serve();
    const { user } = await renderScreen(<EnquiryChoices />, { texts: { settings: en } });
    await user.click(await screen.findByRole('button', { name: 'Move “Trade fair” up' }));
    await waitFor(() =>
      expect(api.requestsTo(enquirySources.order)[0]?.input).toEqual({ ids: [fair.id, web.id] }),
    );
    expect(screen.getByRole('button', { name: 'Move “Website” up' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Add to “Sources of enquiries”' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Radio');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(api.requestsTo(enquirySources.create)[0]?.input).toMatchObject({ name: 'Radio' }),
    );
    await user.click(screen.getByRole('button', { name: 'Edit “Trade fair”' }));
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.requestsTo(enquirySources.edit)[0]).toMatchObject({
        input: { id: fair.id, name: 'Trade fair', active: true },
        version: 3,
      }),
    );
  });

  it('shows on the field why the last active entry stays', async () => {
    serve().also(enquirySources, {
      edit: () => {
        throw new Refusal('INPUT_INVALID', {}, { active: [{ code: 'LAST_ACTIVE' }] });
      },
    });
    const { user } = await renderScreen(<EnquiryChoices />, { texts: { settings: en } });
    await user.click(await screen.findByRole('button', { name: 'Edit “Website”' }));
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('One entry has to stay active')).length).toBeGreaterThan(0);
  });
});
