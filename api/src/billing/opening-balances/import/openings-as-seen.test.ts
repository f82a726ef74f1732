import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { openBillingFixture } from '../../../../test/fixtures/billing-fixture.ts';
import {
  openOpeningImports,
  openingHeads as heads,
  openingLine as line,
} from '../../../../test/fixtures/opening-import-fixture.ts';
import type { OpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let desk: OpeningImports;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  desk = await openOpeningImports(api, admin);
});
afterAll(() => api.stop());

const file = () => [heads, line(desk.code, 'A-1', '2026-01-15', '', '', '100')];

/** Why a billing entity cannot be the rules of a file. */
const refusedRules = async (entityId: string | null) => {
  const { id, columns } = await desk.upload(Buffer.from(file().join('\r\n')));
  const { errors } = await admin.refused(openingImports.check, { id, columns, rules: { entityId } });
  return errors['rules.entityId']?.map(({ code }) => code);
};

describe('the rules of an import of opening balances', () => {
  it('name a billing entity with a cut-over date in an open period', async () => {
    expect(await refusedRules(null)).toEqual(['REQUIRED']);
    expect(await refusedRules('018f2b1c-0000-7000-8000-000000000001')).toEqual(['REFERENCE_UNKNOWN']);
    const other = await openBillingFixture(api, admin);
    expect(await refusedRules(other.entityId)).toEqual(['CUT_OVER_MISSING']);
    await admin.call(periodLocks.move, { id: desk.entityId, lockedUntil: '2026-03-31', reason: null });
    expect(await refusedRules(desk.entityId)).toEqual(['PERIOD_LOCKED']);
  });
});

const reasons = async (id: string) =>
  (await desk.rowsOf(id)).map(({ faults }) => faults.map(({ code }) => code));

describe('a row does what the dry run showed, or nothing', () => {
  it('when somebody else has posted it since', async () => {
    const checked = await desk.checked(file());
    await desk.bring([desk.row('A-1', '90')]);
    expect((await desk.run(checked)).outcomes).toMatchObject({ made: 0, changed: 0, refused: 1 });
    expect(await reasons(checked.id)).toEqual([['CHANGED_SINCE']]);
    expect(await desk.standing()).toMatchObject([{ number: 'A-1', amount: 9_000 }]);
  });

  it('when the client’s currency or payment terms have changed since', async () => {
    const checked = await desk.checked(file());
    await api.ownerPool.query('update client set payment_terms_days = 90 where id = $1', [
      desk.fixture.clientId,
    ]);
    expect((await desk.run(checked)).outcomes).toMatchObject({ made: 0, refused: 1 });
    expect(await reasons(checked.id)).toEqual([['CHANGED_SINCE']]);
  });

  it('when the cut-over date has moved or gone, or its period was closed since', async () => {
    const [moved, gone, closed] = [
      await desk.checked(file()),
      await desk.checked(file()),
      await desk.checked(file()),
    ];
    const move = (cutOverOn: string | null) =>
      admin.call(openingBalances.cutOver, { id: desk.entityId, cutOverOn });
    await move('2026-04-30');
    expect((await desk.run(moved)).outcomes).toMatchObject({ made: 0, refused: 1 });
    await move(null);
    expect((await desk.run(gone)).outcomes).toMatchObject({ made: 0, refused: 1 });
    await move('2026-03-31');
    await admin.call(periodLocks.move, { id: desk.entityId, lockedUntil: '2026-03-31', reason: null });
    expect((await desk.run(closed)).outcomes).toMatchObject({ made: 0, refused: 1 });
    expect([await reasons(moved.id), await reasons(gone.id), await reasons(closed.id)].flat(2)).toEqual([
      'CHANGED_SINCE',
      'CUT_OVER_MISSING',
      'PERIOD_LOCKED',
    ]);
    expect([await desk.standing(), await desk.entries()]).toEqual([[], 0]);
  });

  it('and a row that fails in the database leaves the others of its batch', async () => {
    await api.ownerPool.query(`
      create function break_one() returns trigger language plpgsql as $$
      begin if new.number = 'F-7' then raise exception 'no' using errcode = '23514', constraint = 'opening_on_cut_over'; end if; return new; end $$;
      create trigger zz_break_one before update on invoice for each row execute function break_one()`);
    try {
      const rows = Array.from({ length: 12 }, (_none, at) =>
        line(desk.code, `F-${at}`, '2026-01-15', '', '', '1'),
      );
      expect((await desk.imported([heads, ...rows])).outcomes).toMatchObject({ made: 11, refused: 1 });
    } finally {
      await api.ownerPool.query('drop function break_one cascade');
    }
    expect(await desk.standing()).toHaveLength(11);
  });
});
