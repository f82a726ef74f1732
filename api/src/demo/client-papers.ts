import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import type { Demo, Person } from './demo.ts';
import { paperOf } from './paper.ts';

type Given = Omit<InputOf<typeof clientDocuments.create>, 'clientId'>;

/** One that has expired, one that expires soon and one that never does. */
const papersOf = (today: string): Given[] => [
  {
    kind: 'signature_certificate',
    title: 'Class 3',
    number: 'DSC-48213',
    holder: 'The director',
    validFrom: addDays(today, -750),
    validTo: addDays(today, -20),
    originalAt: 'Safe, tray 2',
    receivedOn: addDays(today, -700),
  },
  {
    kind: 'power_of_attorney',
    title: 'Tax office',
    number: 'POA 7/2024',
    holder: 'The firm',
    validFrom: addDays(today, -345),
    validTo: addDays(today, 20),
    noticeDays: 30,
    makesTask: true,
  },
  { kind: 'engagement_letter', validFrom: addDays(today, -300), originalAt: 'Cabinet A' },
];

const notes = ['Prefers calls before noon.', 'The bookkeeper answers questions on invoices.'] as const;

/** Documents, notes and files of the first three clients. */
export async function makeClientPapers(
  { today }: Demo,
  clients: readonly DemoClient[],
  admin: Person,
): Promise<void> {
  const year = Number(today.slice(0, 4));
  for (const [place, { id }] of clients.slice(0, 3).entries()) {
    for (const given of papersOf(today).slice(0, 3 - place))
      await admin.call(clientDocuments.create, { ...given, clientId: id });
    for (const [index, body] of notes.entries()) {
      const note = await admin.call(clientNotes.add, {
        id,
        body,
        level: index === 0 ? 'everyone' : 'crm_up',
      });
      if (index === 0)
        await admin.call(clientNotes.pin, { id, noteId: note.id, isPinned: true }, note.version);
    }
    await admin.send(clientFiles.add, { id, name: 'Articles.pdf' }, paperOf(['Articles of association']));
    for (const back of [1, 0])
      await admin.send(
        clientFiles.add,
        { id, name: `Tax return ${year - back}.pdf`, year: year - back },
        paperOf(['Tax return', `${year - back}`]),
      );
  }
}
