import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { createBrowser } from './browser.ts';
import type { Visit } from './browser.ts';
import { deciderOf } from './decider.ts';
import { authorizationUrl, exchange, interactionIn, newClient, newPkce, postForm, requestOf, walk } from './flow.ts';
import type { FlowClient } from './flow.ts';
import { publicUrl } from './public-address.ts';

export const authorizationSuite: Suite = (stage) => {
  const ask = (client: FlowClient, more: Record<string, string | undefined> = {}): Promise<Visit> =>
    createBrowser().visit(authorizationUrl(publicUrl(stage), requestOf(client, newPkce(), more)));
  const errorOf = ({ location }: Visit) => location?.searchParams.get('error');

  describe('a redirect URI', () => {
    const registered = ['http://127.0.0.1/callback', 'http://localhost/callback'];
    const native = () => newClient(publicUrl(stage), { redirect_uris: registered, token_endpoint_auth_method: 'none' });

    test.each(['http://127.0.0.1:57470/callback', 'http://localhost:57470/callback', 'http://127.0.0.1/callback'])(
      '%s of the machine itself is taken with any port',
      async (redirectUri) => {
        expect(interactionIn(await ask({ ...(await native()), redirectUri }))).toMatch(/^[\w-]{20,}$/);
      },
    );

    test.each([
      'http://127.0.0.1.evil.example:57470/callback',
      'http://127.0.0.1:57470/other',
      'http://127.0.0.1:57470/callback/',
      'http://127.0.0.1:57470/callback?x=1',
      'http://[::1]:57470/callback',
      'http://127.0.0.1:57470@evil.example/callback',
      'https://127.0.0.1:57470/callback',
      'javascript:alert(1)',
    ])('%s that was not registered goes nowhere', async (redirectUri) => {
      const visit = await ask({ ...(await native()), redirectUri });
      expect([visit.status, visit.location]).toEqual([400, undefined]);
      expect(visit.text).toContain('invalid_redirect_uri');
    });

    test('of a web client is taken as it is, port and all', async () => {
      const client = await newClient(publicUrl(stage), { redirect_uris: ['https://a.example/cb'], token_endpoint_auth_method: 'none' });
      interactionIn(await ask(client));
      for (const redirectUri of ['https://a.example:444/cb', 'https://a.example/cb/', 'https://a.example/cb?x', 'http://a.example/cb']) {
        const visit = await ask({ ...client, redirectUri });
        expect([redirectUri, visit.status, visit.location]).toEqual([redirectUri, 400, undefined]);
      }
    });
  });

  test('an unknown client gets a page, and is sent nowhere', async () => {
    const visit = await ask({ clientId: 'nobody', redirectUri: 'https://a.example/cb' });
    expect([visit.status, visit.location, visit.headers.get('content-type')]).toEqual([
      400,
      undefined,
      expect.stringMatching(/^text\/html/),
    ]);
    expect(visit.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(visit.headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(visit.headers.get('x-frame-options')).toBe('DENY');
  });

  describe('proof of possession (PKCE)', () => {
    test.each([
      ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
      ['with a plain challenge', { code_challenge_method: 'plain' }],
      ['without a method, which means plain', { code_challenge_method: undefined }],
      ['with a challenge too short', { code_challenge: 'short' }],
    ])('%s there is no code', async (_how, wrong) => {
      const visit = await ask(await newClient(publicUrl(stage)), wrong);
      expect([visit.status, errorOf(visit)]).toEqual([303, 'invalid_request']);
      expect(visit.location?.searchParams.get('iss')).toBe(publicUrl(stage));
      expect(visit.location?.searchParams.get('state')).toBe('the state');
    });

    test.each([
      ['another verifier', { code_verifier: newPkce().verifier }, 'invalid_grant'],
      ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ])('with %s there is no token', async (_what, wrong, error) => {
      const decider = deciderOf(stage);
      const client = await newClient(decider.baseUrl);
      const pkce = newPkce();
      const answered = await walk(decider, authorizationUrl(decider.baseUrl, requestOf(client, pkce)));
      const { status, body } = await exchange(decider.baseUrl, client, { code: answered.searchParams.get('code') ?? '', pkce }, wrong);
      expect([status, body.error]).toEqual([400, error]);
    });
  });

  describe('what a client asks for beside', () => {
    test.each([
      ['no scope', { scope: undefined }],
      ['the scope of another world', { scope: 'openid profile email offline_access' }],
      ['an unknown scope', { scope: 'write:everything' }],
      ['the parameters of OpenID Connect', { nonce: 'n', max_age: '0', claims: '{}', acr_values: 'x', id_token_hint: 'x' }],
      ['a prompt to sign in', { prompt: 'login' }],
      ['a prompt to choose an account', { prompt: 'select_account' }],
      ['a prompt to consent', { prompt: 'consent' }],
      ['a prompt nobody knows', { prompt: 'create' }],
      ['no state', { state: undefined }],
    ])('%s ends with a token for the one scope', async (_what, more) => {
      const decider = deciderOf(stage);
      const client = await newClient(decider.baseUrl);
      const pkce = newPkce();
      const answered = await walk(decider, authorizationUrl(decider.baseUrl, requestOf(client, pkce, more)));
      const { status, body } = await exchange(decider.baseUrl, client, { code: answered.searchParams.get('code') ?? '', pkce });
      expect([status, body.scope]).toEqual([200, 'mcp']);
    });

    test('cannot be done without asking the person', async () => {
      const visit = await ask(await newClient(publicUrl(stage)), { prompt: 'none' });
      expect([errorOf(visit), visit.location?.searchParams.get('iss')]).toEqual([expect.stringMatching(/_required$/), publicUrl(stage)]);
    });

    test.each(['token', 'id_token', 'code id_token', ''])('the response type %j is refused', async (type) => {
      const visit = await ask(await newClient(publicUrl(stage)), { response_type: type });
      expect([errorOf(visit) ?? new URLSearchParams(visit.location?.hash.slice(1)).get('error')]).toEqual([
        expect.stringMatching(/^(unsupported_response_type|invalid_request)$/),
      ]);
    });
  });

  describe('the way an answer is brought', () => {
    test.each(['fragment', 'form_post', 'web_message', 'jwt'])('%s is not offered, and so refused', async (mode) => {
      const visit = await ask(await newClient(publicUrl(stage)), { response_mode: mode, state: '"><script>' });
      expect([visit.status, errorOf(visit)]).toEqual([303, 'unsupported_response_mode']);
      expect(visit.location?.searchParams.get('iss')).toBe(publicUrl(stage));
      expect(visit.text).not.toContain('<script>');
    });

    test('query is what there is anyway', async () => {
      expect(interactionIn(await ask(await newClient(publicUrl(stage)), { response_mode: 'query' }))).toMatch(/^[\w-]{20,}$/);
    });
  });

  test.each(['client_id', 'state', 'login_hint', 'redirect_uri', 'code_challenge', 'anything'])('U+0000 in %s is refused', async (name) => {
    const visit = await ask(await newClient(publicUrl(stage)), { [name]: 'a\0b' });
    expect([visit.status, visit.location]).toEqual([400, undefined]);
  });

  test('U+0000 in what is sent for a token, or to end one, is refused', async () => {
    for (const form of [{ client_id: 'a\0b' }, { client_id: 'x', code: '\0' }, { client_id: 'x', token: '\0' }])
      for (const path of ['token', 'revoke'])
        expect((await postForm(`${publicUrl(stage)}/oauth/${path}`, { grant_type: 'authorization_code', ...form })).status).toBe(400);
  });

  test('what is no UTF-8 is refused in each thing that is sent', async () => {
    const baseUrl = publicUrl(stage);
    const address = authorizationUrl(baseUrl, requestOf(await newClient(baseUrl), newPkce()));
    const asked = await fetch(`${address}&state=%ff`, { redirect: 'manual' });
    expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining('UTF-8')]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const encoded = 'grant_type=authorization_code&client_id=x&token=x&code=';
    for (const path of ['token', 'revoke']) {
      for (const body of [`${encoded}%ff`, `${encoded}%ED%A0%80`, Buffer.from(`${encoded}\u00ff`, 'latin1')]) {
        const sent = await fetch(`${baseUrl}/oauth/${path}`, { method: 'POST', headers: form, body });
        expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('UTF-8')]);
      }
    }
    const body = Buffer.from('{"client_name":"\u00ff","redirect_uris":["http://127.0.0.1/cb"]}', 'latin1');
    const registered = await fetch(`${baseUrl}/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([registered.status, await registered.text()]).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  describe('a resource indicator', () => {
    const spellings = (baseUrl: string): readonly (string | undefined)[] => [
      undefined,
      baseUrl,
      `${baseUrl}/`,
      `${baseUrl}/mcp`,
      `${baseUrl}/mcp/`,
      `${baseUrl.replace('http:', 'HTTP:')}/mcp`,
    ];

    test('may be spelled differently in the two requests', async () => {
      const decider = deciderOf(stage);
      const client = await newClient(decider.baseUrl);
      const all = spellings(decider.baseUrl);
      for (const [at, asked] of all.entries()) {
        const sent = all[(at + 2) % all.length];
        const pkce = newPkce();
        const answered = await walk(decider, authorizationUrl(decider.baseUrl, requestOf(client, pkce, { resource: asked })));
        const code = { code: answered.searchParams.get('code') ?? '', pkce };
        const { status } = await exchange(decider.baseUrl, client, code, sent === undefined ? {} : { resource: sent });
        expect([asked, sent, status]).toEqual([asked, sent, 200]);
      }
    });

    test.each(['https://elsewhere.example/mcp', 'urn:x', 'not an address', 'RESOURCE/other', 'RESOURCE?x=1', 'RESOURCE#f'])(
      '%s of somebody else is refused',
      async (indicator) => {
        const resource = indicator.replace('RESOURCE', `${publicUrl(stage)}/mcp`);
        expect(errorOf(await ask(await newClient(publicUrl(stage)), { resource }))).toBe('invalid_target');
      },
    );
  });

  test('a state comes back as it was, and is in no page', async () => {
    const decider = deciderOf(stage);
    const client = await newClient(decider.baseUrl);
    const state = '"><script>alert(1)</script> &+%20';
    const answered = await walk(decider, authorizationUrl(decider.baseUrl, requestOf(client, newPkce(), { state })));
    expect(answered.searchParams.get('state')).toBe(state);
    expect(answered.href).not.toContain('<');
    const page = await ask({ ...client, redirectUri: 'https://elsewhere.example/' }, { state });
    expect([page.status, page.text.includes('<script')]).toEqual([400, false]);
  });
};
