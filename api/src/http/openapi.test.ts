import { gunzipSync } from 'node:zlib';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const read = (headers: Record<string, string>, url = '/api/docs/json') => api.app.inject({ url, headers });

describe('the document of the API', () => {
  it('is sent compressed, and once to a client that caches it', async () => {
    const { headers, rawPayload } = await read({ 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toMatchObject({ openapi: '3.1.0' });
    const again = await read({ 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is readable without compression, and as YAML, since JSON is YAML', async () => {
    const plain = await read({});
    expect(plain.json()).toMatchObject({ openapi: '3.1.0' });
    const yaml = await read({}, '/api/docs/yaml');
    expect([yaml.headers['content-type'], yaml.body]).toEqual([
      'application/yaml; charset=utf-8',
      plain.body,
    ]);
  });
});
