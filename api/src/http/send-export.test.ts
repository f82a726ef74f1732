import Fastify from 'fastify';
import { sendExport } from './send-export.ts';

const pageOf = (numbers: number[], next: string | null) => ({
  rows: numbers.map((n) => ({ n })),
  pageSize: 2,
  next,
  previous: null,
});
const read = async (cursor: string | undefined) => (cursor ? pageOf([3], null) : pageOf([1, 2], 'more'));

const exported = async (largestXlsx: number) => {
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendExport(reply, 'list', 'xlsx', read, [{ header: 'N', value: (row) => row.n }], largestXlsx),
  );
  return app.inject('/');
};

it('is a workbook while it fits one', async () => {
  const answer = await exported(3);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="list.xlsx"');
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

it('leaves no row out beyond that, and is CSV', async () => {
  const answer = await exported(2);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="list.csv"');
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual(['N', '1', '2', '3']);
});
