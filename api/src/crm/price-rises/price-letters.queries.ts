import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { PriceLetter, priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { CurrentUser } from '../../auth/current-user.ts';
import { offeredContactsOf } from '../../billing/documents/document-mails.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { checkRiseIsSeen } from './price-rises.queries.ts';

type LetterInput = ParsedInputOf<typeof priceRises.letters>;

interface Letter {
  clientId: string;
  entityId: string;
  prices: number;
  undone: number;
  mailId: string | null;
}

/** Whether a client will pay a raised price: neither the client nor the package or the recurring invoice has left before. */
export const willBePaid = sql<SqlBool>`(client.status = 'active' and series.status in ('active', 'paused')
  and not coalesce(series.last_on < item.valid_from and series.period_offset <= 0, false)
  and not exists (select from subscription where subscription.id = item.subscription_id and subscription.ended_on < item.valid_from))`;

/** What a rise tells each client by each billing entity: prices that stand, and those that were undone after its letter. */
const lettersOf = (riseId: string) => sql<Letter>`
  (select series.client_id, terms.entity_id,
      count(*) filter (where item.undone_at is null and (sent.id is not null or ${willBePaid})) as prices,
      count(*) filter (where item.undone_at > sent.created_at) as undone, sent.id as mail_id
    from price_rise_item item join series on series.id = item.series_id join client on client.id = series.client_id
      join recurring_invoice terms on terms.series_id = series.id
      -- Clients who had a letter each may be one by now.
      left join (select distinct on (mail.client_id, mail.entity_id) mail.id, mail.client_id, mail.entity_id, mail.created_at
          from price_rise_letter letter join client_mail mail on mail.id = letter.mail_id where letter.rise_id = ${riseId}
          order by mail.client_id, mail.entity_id, mail.id) sent
        on (sent.client_id, sent.entity_id) = (series.client_id, terms.entity_id)
    where item.rise_id = ${riseId} and item.done_at is not null
    group by series.client_id, terms.entity_id, sent.id
    having sent.id is not null or count(*) filter (where item.undone_at is null and ${willBePaid}) > 0)`;

const found = (db: Db, user: CurrentUser, { id, q, filter }: Pick<LetterInput, 'id' | 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom(lettersOf(id).as('letter'))
      .innerJoin('client', 'client.id', 'letter.clientId')
      .innerJoin('billingEntity as entity', 'entity.id', 'letter.entityId')
      .leftJoin('clientMail as mail', 'mail.id', 'letter.mailId')
      .leftJoin('emailMessage as message', 'message.id', 'mail.messageId')
      .where(inScope.client(user, sql.ref('letter.clientId'))),
    { ...filter, q },
    {
      state: (state, eb) => eb('letter.mailId', state === 'sent' ? 'is not' : 'is', null),
      q: (text) => contains(sql.ref('client.name'), text),
    },
  );

const withDetails = (query: ReturnType<typeof found>) =>
  query.select([
    sql<string>`letter.client_id || ' ' || letter.entity_id`.as('id'),
    'client.name',
    sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
    sql<Reference>`jsonb_build_object('id', entity.id, 'label', entity.name)`.as('entity'),
    sql<PriceLetter['language']>`client.doc_locale`.as('language'),
    'letter.prices',
    'letter.undone',
    'mail.sentTo',
    sql<
      PriceLetter['mail']
    >`case when mail.id is not null then jsonb_build_object('id', mail.id, 'at', mail.created_at,
      'subject', mail.subject, 'status', case when message.failed_at is not null then 'failed' when message.sent_at is null then 'waiting'
        when cardinality(message.refused) > 0 then 'partial' else 'delivered' end) end`.as('mail'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

/** Whom letters to these clients go to: those who take statements. */
export async function addresseesOf(db: Db, clientIds: readonly string[]) {
  const contactsOf =
    clientIds.length === 0 ? () => [] : await offeredContactsOf(db, 'statement', [...new Set(clientIds)]);
  return (clientId: string) => {
    const those = (kind: 'to' | 'cc') => contactsOf(clientId).filter(({ send }) => send === kind);
    return { to: those('to'), cc: those('cc') };
  };
}

/** Refuses NOT_FOUND. */
export async function listPriceLetters(db: Db, user: CurrentUser, input: LetterInput) {
  await checkRiseIsSeen(db, user, input.id);
  const keys = [
    { by: sql`client.name collate "und-x-icu"`, of: (row: Row) => row.name },
    { by: sql`(letter.client_id || ' ' || letter.entity_id)`, of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, user, input)), keys, descending, input);
  const addressees = await addresseesOf(
    db,
    page.rows.map(({ client }) => client.id),
  );
  const rows = page.rows.map(({ name: _name, sentTo, ...row }): PriceLetter => ({
    ...row,
    sentTo: sentTo ?? addressees(row.client.id).to.map(({ email }) => email),
    state: row.mail === null ? 'open' : 'sent',
  }));
  return { ...page, rows };
}

/** Refuses NOT_FOUND. */
export async function countPriceLetters(db: Db, user: CurrentUser, input: LetterInput) {
  await checkRiseIsSeen(db, user, input.id);
  return totalOf(db, found(db, user, input));
}

/** The clients, each with its billing entity, who have not had their letter, in the order of their names. */
export const openLetters = (db: Db, user: CurrentUser, riseId: string) =>
  found(db, user, { id: riseId, filter: { state: 'open' } })
    .select(['letter.clientId', 'letter.entityId'])
    .orderBy(sql`client.name collate "und-x-icu"`)
    .orderBy('letter.clientId')
    .orderBy('letter.entityId')
    .execute();
