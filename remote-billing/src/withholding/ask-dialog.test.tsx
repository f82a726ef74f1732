import { screen, waitFor, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import {
  certificateRequests,
  type CertificateRequest,
} from '@daybook/contracts/receivables/withholding/certificate-requests';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, idOf } from '../test/billing-records.ts';
import AskDialog from './ask-dialog.tsx';

const asked: CertificateRequest = {
  client,
  entity,
  entries: [
    {
      id: idOf(700),
      source: { kind: 'receipt', id: idOf(701), label: 'RCT/26-27/0001' },
      section: '194J',
      fy: '2026-27',
      quarter: 1,
      currency: 'INR',
      open: minor(183_60),
      isLate: true,
    },
  ],
  totals: [{ currency: 'INR', amount: minor(183_60) }],
  sentTo: ['ada@acme.test'],
  copiedTo: [],
  subject: 'Please send Form 16A, Lyon',
  lastAskedOn: null,
  why: null,
};
const other = { ...asked, client: { id: idOf(901), label: 'Hydra' } };
const silent: CertificateRequest = {
  ...asked,
  client: { id: idOf(902), label: 'Silent' },
  sentTo: [],
  subject: null,
  why: 'NO_MAIL_ADDRESS',
};

const serve = (rows: CertificateRequest[], canMail = true) =>
  fakeServer(certificateRequests, {
    preview: () => ({ rows, canMail, isMore: false }),
    read: () => ({ ...asked, body: 'Please send us Form 16A.' }),
    send: () => asked,
    start: () => ({ id: idOf(950) }),
  });

const open = (clientIds: string[]) =>
  renderScreen(<AskDialog whom={{ clientIds }} onClose={() => undefined} />, {
    path: '/app/reports/withholding_register',
    route: '/app/reports/withholding_register',
    texts: { billing: texts },
  });

describe('asking for certificates', () => {
  it('shows each mail and why others get none, and sends those that stay chosen in a job', async () => {
    const server = serve([asked, other, silent]);
    const { user } = await open([client.id, other.client.id, silent.client.id]);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('No contact with an e-mail address')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: `Preview: Mail to ${client.label}` }));
    expect(await screen.findByText('Please send us Form 16A.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Send 2 mails' }));
    await waitFor(() =>
      expect(server.requestsTo(certificateRequests.start)[0]?.input).toEqual({
        items: [
          { clientId: client.id, entityId: entity.id },
          { clientId: other.client.id, entityId: entity.id },
        ],
      }),
    );
  });

  it('sends the mail to one client at once', async () => {
    const server = serve([asked]);
    const { user } = await open([client.id]);
    await user.click(await screen.findByRole('button', { name: 'Send 1 mail' }));
    await waitFor(() =>
      expect(server.requestsTo(certificateRequests.send)[0]?.input).toMatchObject({
        id: expect.any(String) as string,
        clientId: client.id,
        entityId: entity.id,
      }),
    );
  });

  it('sends nothing without a mail server', async () => {
    serve([asked], false);
    await open([client.id]);
    expect(await screen.findByText('No mail server is set up, so nothing can be sent.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send 1 mail' })).toBeDisabled();
  });
});
