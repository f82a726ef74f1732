import type { FastifyInstance } from 'fastify';
import { enquiryForm, enquiryFormPath } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import type { Language } from '@daybook/contracts/fields';
import { laterProof } from '../crm/enquiry-form/page-time.ts';
import type { Team } from './clients.ts';
import type { Demo, Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';
import type { DemoService } from './services.ts';

interface Visitor {
  country: Country;
  language: Language;
  name: string;
  company: string;
  email: string;
  phone: string;
  message: string;
}

/** Who wrote by the public form lately. */
export const visitors: readonly Visitor[] = [
  {
    country: 'IN',
    language: 'en',
    name: 'Kavya Iyer',
    company: 'Iyer Textiles Pvt Ltd',
    email: 'kavya@iyer-textiles.example',
    phone: '+91 98200 55501',
    message: 'We are changing our auditor this year. Could you call me on Thursday?',
  },
  {
    country: 'FR',
    language: 'fr',
    name: 'Hélène Marchand',
    company: 'Atelier Marchand',
    email: 'helene@atelier-marchand.example',
    phone: '+33 4 72 00 55 02',
    message: 'Je crée une SARL en janvier et cherche un cabinet pour la comptabilité et la paie.',
  },
  {
    country: 'JP',
    language: 'ja',
    name: '小林 健',
    company: '株式会社小林設計',
    email: 'ken@kobayashi-sekkei.example',
    phone: '+81 3 5550 0003',
    message: '決算と法人税の申告をお願いしたく、費用を教えてください。',
  },
];

interface Firm {
  admin: Person;
  team: Team;
  entities: readonly DemoEntity[];
  services: readonly DemoService[];
}

/** Switches the enquiry form on, and sends what visitors wrote. */
export async function makeFormEnquiries(
  app: FastifyInstance,
  { db, today }: Demo,
  { admin, team, entities, services }: Firm,
): Promise<void> {
  const { version } = await admin.call(enquiryForm.open, {});
  const offered = visitors.flatMap(({ country }) =>
    services.filter((service) => service.country === country).slice(0, 2),
  );
  const owners = team.crms.map(({ id }) => id);
  await admin.call(
    enquiryForm.save,
    {
      active: true,
      entityId: entities[0]?.record.id ?? null,
      serviceIds: offered.map(({ record }) => record.id),
      consent: {
        en: 'Meridian may use these details to answer my enquiry.',
        fr: 'Meridian peut utiliser ces données pour répondre à ma demande.',
        ja: 'お問い合わせへの回答のために、入力した情報が利用されることに同意します。',
        zh: '我同意 Meridian 为答复本咨询而使用以上信息。',
      },
      origins: ['https://www.meridian.example'],
      ownerRule: 'round_robin',
      ownerId: owners[0] ?? admin.id,
      ownerIds: owners,
    },
    version,
  );
  for (const { country, language, ...fields } of visitors) {
    const proof = laterProof(app.secretBox);
    const service = offered.find((one) => one.country === country)?.record.id ?? '';
    const answer = await app.inject({
      method: 'POST',
      url: `${enquiryFormPath}?lang=${language}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...fields,
        proof,
        consent: 'yes',
        service,
      }).toString(),
    });
    if (answer.statusCode !== 303) throw new Error(`the enquiry form was refused: ${answer.body}`);
    // The form dates an enquiry on the day on which it is sent.
    await db
      .updateTable('enquiry')
      .set({ enquiryDate: today, nextActionOn: today })
      .where('email', '=', fields.email)
      .execute();
  }
}
