import { expect, it } from 'vitest';
import { keptLog } from '../testing/log.ts';
import { createHttp } from './create-http.ts';

function newApp() {
  const app = createHttp({ logger: keptLog().logger });
  app.post('/problem', (request) => ({ body: request.body ?? null }));
  app.post('/rpc', { config: { errors: 'rpc' } }, (request) => ({ body: request.body ?? null }));
  app.get('/read', () => ({}));
  return app;
}

const headersOf = (encoding: string) => ({ 'content-type': 'application/json', 'content-encoding': encoding });
const payload = '{"a":1}';

it.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x-own', 'aws-chunked'])(
  'a body in %s is 415, and the answer says what is taken',
  async (encoding) => {
    const answer = await newApp().inject({ method: 'POST', url: '/problem', headers: headersOf(encoding), payload });
    expect(answer.json()).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      detail: expect.stringContaining('Content-Encoding'),
    });
    expect(answer.headers['accept-encoding']).toBe('identity');
  },
);

it('is answered in the form of the route', async () => {
  const answer = await newApp().inject({ method: 'POST', url: '/rpc', headers: headersOf('gzip'), payload });
  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { status: 415, error: 'unsupported_media_type' } } });
});

it.each(['', ' ', 'identity', 'Identity'])('a body in %j is read as it is', async (encoding) => {
  const answer = await newApp().inject({ method: 'POST', url: '/problem', headers: headersOf(encoding), payload });
  expect(answer.json()).toEqual({ body: { a: 1 } });
});

it('says nothing to a request without a body', async () => {
  const app = newApp();
  const headers = { 'content-encoding': 'gzip' };
  expect((await app.inject({ url: '/read', headers })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/problem', headers })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/nowhere', headers, payload })).statusCode).toBe(404);
});
