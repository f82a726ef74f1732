import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { defaultNumberFormats } from '@daybook/contracts/settings/billing-entities/number-formats';
import { dutch, indian } from '../../../test/entity-inputs.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const formatOf = (docKind: 'tax_invoice' | 'receipt', format: string, more = {}) => ({
  docKind,
  prefix: 'INV',
  format,
  start: 1,
  ...more,
});

/** Makes the entity look as if it had issued its first invoice of that fiscal year. */
const beginSeries = (entityId: string, fy: string) =>
  api.ownerPool.query(
    `insert into number_series (entity_id, doc_kind, fy, start_seq, next_seq)
       select entity_id, doc_kind, $2, start_seq, start_seq + 1 from number_format
       where entity_id = $1 and doc_kind = 'tax_invoice'`,
    [entityId, fy],
  );

const from = (start: number) => [formatOf('tax_invoice', '{PFX}/{FY:25-26}/{SEQ:4}', { start })];

describe('number formats', () => {
  it('are checked when they are saved, with the refusal on the field', async () => {
    const tooLong = [
      formatOf('receipt', '{SEQ:4}/{FY:25}'),
      formatOf('tax_invoice', '{PFX}/{FY:25-26}/{SEQ:9}'),
    ];
    const refused = await admin.refused(billingEntities.create, indian({ numberFormats: tooLong }));
    expect(refused).toMatchObject({
      httpStatus: 422,
      code: 'NUMBER_FORMAT_TOO_LONG',
      errors: { 'numberFormats.1.format': [{ code: 'NUMBER_FORMAT_TOO_LONG' }] },
    });
    expect(await admin.call(billingEntities.create, dutch({ numberFormats: tooLong }))).toBeDefined();
  });

  it('must be allowed in the country to which an entity moves', async () => {
    const long = [formatOf('tax_invoice', '{PFX}/{FY:25-26}/{SEQ:9}')];
    const made = await admin.call(billingEntities.create, dutch({ numberFormats: long }));
    const refused = await admin.refused(billingEntities.edit, { ...indian(), id: made.id }, { version: 1 });
    expect(refused.errors).toEqual({ numberFormats: [{ code: 'NUMBER_FORMAT_TOO_LONG' }] });
  });

  it('fit India as they are proposed', async () => {
    const made = await admin.call(billingEntities.create, indian({ numberFormats: defaultNumberFormats() }));
    const { numbers } = await admin.call(billingEntities.numberPreview, {
      ...formatOf('tax_invoice', '{PFX}/{FY:25-26}/{SEQ:4}', { start: 212 }),
      country: 'IN',
      fyStart: '04-01',
    });
    expect(numbers.map((number) => number.slice(-4))).toEqual(['0212', '0213', '0214']);
    expect(made.numberFormats.map(({ prefix }) => prefix)).toContain('RCT');
  });

  it('have a preview at the current number, which refuses what saving refuses', async () => {
    const made = await admin.call(billingEntities.create, indian());
    await beginSeries(made.id, '2026-27');
    const series = { ...formatOf('tax_invoice', '{FY:25-26}/{SEQ:4}'), country: 'IN', fyStart: '04-01' };
    const at = (issueDate: string) =>
      admin.call(billingEntities.numberPreview, { ...series, entityId: made.id, issueDate });
    expect((await at('2026-04-01')).numbers[0]).toBe('26-27/0002');
    expect((await at('2026-03-31')).numbers[0]).toBe('25-26/0001');
    // An impossible fiscal year is refused on its own field; no format is checked against it.
    for (const fyStart of ['INR', '04-31', '']) {
      const { errors } = await admin.refused(billingEntities.numberPreview, { ...series, fyStart });
      expect(Object.keys(errors)).toEqual(['fyStart']);
    }
    const refused = await admin.refused(billingEntities.numberPreview, {
      ...series,
      format: '{PFX}/{FY:25-26}/{SEQ:9}',
    });
    expect(refused).toMatchObject({
      httpStatus: 422,
      errors: { format: [{ code: 'NUMBER_FORMAT_TOO_LONG' }] },
    });
  });

  it('start at the given number until the series has one', async () => {
    const made = await admin.call(billingEntities.create, indian({ numberFormats: from(40) }));
    const edit = (first: number) => ({ ...indian(), id: made.id, numberFormats: from(first) });
    await admin.call(billingEntities.edit, edit(213), { version: 1 });
    await beginSeries(made.id, '2026-27');

    const refused = await admin.refused(billingEntities.edit, edit(1), { version: 2 });
    expect(refused).toMatchObject({
      httpStatus: 409,
      code: 'SERIES_STARTED',
      errors: { 'numberFormats.0.start': [{ code: 'SERIES_STARTED' }] },
    });
    const unlawful = api.appPool.query('update number_format set start_seq = 1 where entity_id = $1', [
      made.id,
    ]);
    await expect(unlawful).rejects.toMatchObject({ code: 'DB020' });
    expect(await admin.refused(billingEntities.remove, { id: made.id }, { version: 2 })).toMatchObject({
      code: 'REFERENCED',
    });
  });

  it('count separately for each entity', async () => {
    const [one, other] = [
      await admin.call(billingEntities.create, indian()),
      await admin.call(billingEntities.create, indian()),
    ];
    const transaction = await api.ownerPool.connect();
    await transaction.query('begin');
    const numbers = [];
    for (const id of [one.id, other.id, one.id]) {
      const taken = await transaction.query<{ taken_number: string }>(
        `select * from take_number($1, 'tax_invoice', '2026-27', gen_random_uuid(), '2026-04-01', 'INV/', 4, '', false)`,
        [id],
      );
      numbers.push(taken.rows[0]?.taken_number);
    }
    await transaction.query('rollback');
    transaction.release();
    expect(numbers).toEqual(['INV/0001', 'INV/0001', 'INV/0002']);
  });
});
