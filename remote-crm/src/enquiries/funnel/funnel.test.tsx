import { screen, waitFor, within } from '@testing-library/react';
import { enquiryFunnel, type FunnelRow } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { languages } from '@daybook/contracts/fields';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { savedViews } from '@daybook/contracts/saved-views';
import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh.json';
import { referral, tooDear } from '../../test/enquiry-records.ts';
import Funnel from './funnel.tsx';

const texts = { crm: en };
const patiently = { timeout: 4_000 };

describe('the funnel', () => {
  const figures = {
    enquiries: 4,
    reached: { contacted: 3, qualified: 2, proposal_sent: 1 },
    open: 1,
    won: 1,
    lost: 2,
    lostBy: [{ id: tooDear.id, name: tooDear.name, usual: null, count: 2 }],
    daysIn: { new: 2.5, contacted: null, qualified: null, proposal_sent: null, on_hold: null },
    values: [{ currency: 'EUR', amount: minor(90_000), won: minor(30_000) }],
  };
  const row: FunnelRow = { ...figures, id: '2026-02-01', label: '', usual: null };
  const serveFunnel = () =>
    fakeServer(enquiryFunnel, {
      list: () => ({ period: { from: '2026-01-15', to: '2026-02-20' }, total: figures, rows: [row] }),
    })
      .also(enquirySources, { list: () => [referral] })
      .also(lookups, { find: () => [] })
      .also(savedViews, { list: () => [] });

  it.each(languages)('has the figures of each row, which open their enquiries, in %s', async (language) => {
    serveFunnel();
    const words = { en, fr, ja, zh }[language];
    await renderScreen(<Funnel />, { texts: { crm: words }, language, path: '/app/enquiries/funnel' });
    const table = await screen.findByRole('table', { name: words.funnel.title, hidden: false }, patiently);
    const total = within(table).getByText(words.funnel.total).closest('tr') as HTMLElement;
    expect(within(total).getByText(/^25\s?%$|^25 %$/)).toBeVisible();
    const shown = within(table).getAllByRole('row')[1] as HTMLElement;
    const hrefOf = (text: string | RegExp) =>
      within(shown).getByRole('link', { name: text }).getAttribute('href');
    const days = 'filter%5Bfrom%5D=2026-02-01&filter%5Bto%5D=2026-02-20';
    expect(hrefOf('4')).toBe(`/app/enquiries?${days}`);
    expect(hrefOf('3')).toBe(`/app/enquiries?${days}&filter%5Breached%5D=contacted`);
    expect(shown).toHaveTextContent(words.funnel.days.replace('{{days}}', language === 'fr' ? '2,5' : '2.5'));
    expect(hrefOf(/Too dear/)).toBe(`/app/enquiries?${days}&filter%5BlostReasonId%5D=${tooDear.id}`);
  });

  it('hides values from people who may not see amounts, and keeps its rows in the address', async () => {
    const server = serveFunnel();
    const { user, address } = await renderScreen(<Funnel />, {
      texts,
      path: '/app/enquiries/funnel',
      me: { roles: ['enquiries.add'] },
    });
    await screen.findAllByText('Feb 2026', {}, patiently);
    expect(screen.queryByText('Won value')).not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Rows' }));
    await user.click(await screen.findByText('Source', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(address()).toBe('/app/enquiries/funnel?filter[by]=source'));
    expect(server.requestsTo(enquiryFunnel.list).at(-1)?.input).toEqual({ filter: { by: 'source' } });
  });
});
