import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { loadImage } from '@napi-rs/canvas';
import { dutch } from '../../../test/entity-inputs.ts';
import { blackPng, pictureOf } from '../../../test/files/pictures.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

describe('the logo', () => {
  const png = pictureOf('png', 60, 20);

  it('is stored, shown and removed', async () => {
    const { id } = await admin.call(billingEntities.create, dutch());
    const image = png.toString('base64');
    expect(await admin.call(billingEntities.putLogo, { id, image })).toEqual({ hasLogo: true });
    const shown = await admin.inject({ url: `/api/v1/billing-entities/${id}/logo` });
    expect(shown.headers['content-type']).toBe('image/png');
    expect(await loadImage(shown.rawPayload)).toMatchObject({ width: 60, height: 20 });
    expect(await admin.call(billingEntities.open, { id })).toMatchObject({ hasLogo: true, version: 1 });
    await admin.call(billingEntities.putLogo, { id, image: null });
    expect(await admin.refused(billingEntities.logo, { id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is a PNG or JPEG of at most 300 KB and 10 megapixels, whatever its name says', async () => {
    const { id } = await admin.call(billingEntities.create, dutch());
    const refusedWith = async (bytes: Buffer) =>
      (await admin.refused(billingEntities.putLogo, { id, image: bytes.toString('base64') })).errors;
    expect(await refusedWith(Buffer.from('<svg/>'))).toEqual({ image: [{ code: 'IMAGE_KIND', params: {} }] });
    expect(await refusedWith(Buffer.concat([png, Buffer.alloc(307_200)]))).toMatchObject({
      image: [{ code: 'IMAGE_TOO_LARGE' }],
    });
    expect(await refusedWith(blackPng({ width: 40_000, height: 40_000 }))).toEqual({
      image: [{ code: 'IMAGE_PIXELS', params: {} }],
    });
  });
});
