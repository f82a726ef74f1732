import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { attempt } from './step.ts';
import type { Command, Fixture, Dice } from './step.ts';

/** Days before the first of the random books. */
const cutOvers = ['2026-03-20', '2026-03-18'] as const;

interface Opening {
  id: string;
  clientId: string;
  openingOn: string;
}

async function openingsOf({ api, entityId }: Fixture): Promise<Opening[]> {
  const { rows } = await api.ownerPool.query<Opening>(
    `select id, client_id as "clientId", opening_on::text as "openingOn" from opening_document where entity_id = $1 order by id`,
    [entityId],
  );
  return rows;
}

async function cutOver(fixture: Fixture, { isOther }: Dice): Promise<string | null> {
  const { rows } = await fixture.api.ownerPool.query<{ day: string | null }>(
    'select cut_over_on::text as day from billing_entity where id = $1',
    [fixture.entityId],
  );
  const day = rows[0]?.day ?? null;
  if (day !== null) return day;
  const moved = { id: fixture.entityId, cutOverOn: cutOvers[isOther ? 1 : 0] };
  return (await attempt(fixture, openingBalances.cutOver, moved))?.cutOverOn ?? null;
}

const codeOf = async ({ api, market }: Fixture, at: number): Promise<string> => {
  const id = market.clientIds[at % market.clientIds.length];
  const { rows } = await api.ownerPool.query<{ code: string }>('select code from client where id = $1', [id]);
  return rows[0]?.code ?? '';
};

/** Imports a few documents of the previous system; the second time they are changed or the same. */
async function bring(fixture: Fixture, dice: Dice): Promise<string | null> {
  const day = await cutOver(fixture, dice);
  if (day === null) return null;
  const { pick, size, isOther, isWild, invoice } = dice;
  const currency = invoice.isForeign ? fixture.market.foreign : fixture.market.currency;
  const client = await codeOf(fixture, invoice.clientAt);
  const rows = [1, 2].map((no) => ({
    client,
    number: `OLD-${(pick + no) % 3}`,
    date: addDays(day, isWild ? 1 : -pick % 40),
    currency,
    amount: `${(pick + no) % 2 ? '-' : ''}${toDecimal((size * no) as Minor, currency)}`,
    fxRate: invoice.isForeign ? invoice.fxRate : '',
  }));
  // Tax withheld has numbers of its own; some of it is imported again with another amount.
  const tax = { ...rows[0], kind: 'withheld', section: '194J', amount: toDecimal(size as Minor, currency) };
  const made = await attempt(fixture, openingBalances.bring, {
    entityId: fixture.entityId,
    rows: pick % 2 ? [...rows, tax] : rows,
    onlyValid: isOther,
  });
  return made && made.created + made.changed > 0 ? day : null;
}

export const openingCommands: Record<string, Command> = {
  async cutOver(fixture, _standing, dice) {
    await cutOver(fixture, dice);
    return null;
  },
  bring: (fixture, _standing, dice) => bring(fixture, dice),
  async takeOpeningBack(fixture, _standing, dice) {
    const all = await openingsOf(fixture);
    const one = all[dice.pick % Math.max(1, all.length)];
    if (!one) return null;
    return (
      (await attempt(fixture, openingBalances.takeBack, { id: one.id, reason: 'Wrong' })) && one.openingOn
    );
  },
  async lockOpenings(fixture, _standing, { isOther, pick }) {
    const [one] = await openingsOf(fixture);
    if (!one) return null;
    const clientId = isOther ? one.clientId : null;
    await attempt(fixture, openingBalances.lock, { entityId: fixture.entityId, clientId });
    // Some are locked too early.
    const unlocked = { clientId: one.clientId, reason: 'One more' };
    if (pick % 3 > 0) await attempt(fixture, openingBalances.unlock, unlocked);
    return null;
  },
  async unlockOpenings(fixture, _standing, { pick }) {
    const { clientIds } = fixture.market;
    const clientId = clientIds[pick % clientIds.length] ?? '';
    await attempt(fixture, openingBalances.unlock, { clientId, reason: 'One more' });
    return null;
  },
};
