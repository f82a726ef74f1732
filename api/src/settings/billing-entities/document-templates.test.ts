import { createHash } from 'node:crypto';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import {
  documentTemplates,
  usualLook,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import { pictureOf } from '../../../test/files/pictures.ts';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { proformasAt } from '../../../test/fixtures/proforma-fixture.ts';
import { requestOf } from '../../http/request-of.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

const entity = () => ({ id: fixture.entityId });
const look = { ...usualLook, hiddenColumns: [...usualLook.hiddenColumns], footers: { ...usualLook.footers } };
const green = { ...look, accent: '#14532d', footers: { ...look.footers, en: 'Green footer' } };
const signature = pictureOf('png', 60, 20).toString('base64');

const fileOf = async (endpoint: Endpoint, input: object) => {
  const answer = await admin.inject(requestOf(endpoint, input, {}));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
};
const pdfOf = (id: string) => fileOf(invoices.pdf, { id });
const previewOf = (input: object) =>
  fileOf(documentTemplates.preview, { ...entity(), ...look, language: 'en', ...input });
const textOf = (file: Uint8Array) =>
  pdfPages(file)
    .map(({ text }) => text)
    .join('');
const imagesOf = (file: Uint8Array) => pdfPages(file)[0]?.images ?? 0;
const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');

async function save(input: object) {
  const { version } = await admin.call(documentTemplates.open, entity());
  return admin.call(documentTemplates.save, { ...entity(), ...look, ...input }, { version });
}

describe('the template of documents', () => {
  // How soon it is there is measured (docs/performance.md).
  it('shows each change in the preview, and stores nothing by it', async () => {
    const usual = await previewOf({});
    const changed = await previewOf(green);
    expect(hashOf(changed)).not.toBe(hashOf(usual));
    expect(textOf(changed)).toContain('Greenfooter');
    expect(textOf(usual)).not.toContain('Greenfooter');
    expect(imagesOf(await previewOf({ signature }))).toBe(imagesOf(usual) + 1);
    expect(await admin.call(documentTemplates.open, entity())).toMatchObject({ version: 1, ...look });
  });

  it('leaves out the columns that the firm does not want, where nothing is lost by it', async () => {
    expect(textOf(await previewOf({}))).toMatch(/Qty/);
    expect(textOf(await previewOf({ hiddenColumns: ['quantity', 'number'] }))).not.toMatch(/Qty/);
  });

  it('applies to documents issued later only; a document that is printed again is as it was', async () => {
    const before = await fixture.issued(1_000);
    const draft = await fixture.draft(1_000);
    const printed = hashOf(await pdfOf(before.id));

    await save(green);
    expect(hashOf(await pdfOf(before.id))).toBe(printed);
    // A draft looks as it would be issued now.
    expect(textOf(await pdfOf(draft.id))).toContain('Greenfooter');
    const between = await fixture.issued(2_000);
    const printedGreen = await pdfOf(between.id);
    expect(textOf(printedGreen)).toContain('Greenfooter');

    await save({ ...look, logoPlace: 'none', footers: { ...look.footers, en: 'Plain footer' } });
    expect(hashOf(await pdfOf(before.id))).toBe(printed);
    expect(hashOf(await pdfOf(between.id))).toBe(hashOf(printedGreen));
    const after = await fixture.issued(3_000);
    expect(textOf(await pdfOf(after.id))).toContain('Plainfooter');
  });

  it('is kept by receipts, credit notes and proformas as well', async () => {
    await save({ footers: { ...look.footers, en: 'First footer' } });
    const invoice = await fixture.issued(5_000);
    const receipt = await admin.call(receipts.create, fixture.receipt(100));
    const note = await issuedCredit(admin, creditOf(fixture, [[invoice, 1_000]]));
    const { proforma } = await proformasAt(api, admin, fixture).made();
    const files = [
      [receipts.pdf, receipt.id],
      [creditNotes.pdf, note.id],
      [proformas.pdf, proforma.id],
    ] as const;
    const printed = () => Promise.all(files.map(([endpoint, id]) => fileOf(endpoint, { id })));
    const before = await printed();
    await save({ footers: { ...look.footers, en: 'Second footer' } });
    expect((await printed()).map(hashOf)).toEqual(before.map(hashOf));
    for (const text of before.map(textOf)) expect(text).toContain('Firstfooter');
  });

  it('keeps its signature until another one is given, and is saved by one of two people at a time', async () => {
    expect(await save({ signature })).toMatchObject({ hasSignature: true });
    const { version } = await save({ accent: '#7c2d12' });
    expect(await admin.call(documentTemplates.open, entity())).toMatchObject({ hasSignature: true, version });
    const input = { ...entity(), ...look };
    const both = await Promise.all(
      [1, 2].map(() => admin.inject(requestOf(documentTemplates.save, input, { version }))),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(await save({ signature: null })).toMatchObject({ hasSignature: false });
  });

  it('refuses a colour that cannot be read, a signature that is no picture, and whoever may not edit', async () => {
    const { version } = await admin.call(documentTemplates.open, entity());
    const refusedBy = async (input: object) => {
      const all = { ...entity(), ...look, ...input };
      return (await admin.refused(documentTemplates.save, all, { version })).errors;
    };
    expect(await refusedBy({ accent: '#ffee88' })).toMatchObject({ accent: [{ code: 'COLOUR_TOO_LIGHT' }] });
    const image = Buffer.from('<svg/>').toString('base64');
    expect(await refusedBy({ signature: image })).toMatchObject({ signature: [{ code: 'IMAGE_KIND' }] });
    const other = await api.as({ userType: 'manager', keys: ['billing_entity.add'] });
    expect((await other.refused(documentTemplates.open, entity())).httpStatus).toBe(403);
  });

  it('never changes once it is stored', async () => {
    await expect(api.ownerPool.query(`update document_template set accent = '#000000'`)).rejects.toThrow(
      /document_template/,
    );
    await expect(api.appPool.query('delete from document_template')).rejects.toThrow(/permission denied/);
  });
});
