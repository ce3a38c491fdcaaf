import { describe, expect, test } from 'vitest';
import { documents, settled, upload } from '../knowledge/documents.ts';
import type { Suite } from '../product/stage.ts';
import { send } from '../product/wire.ts';

const climbs = [
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/..%5c..%5c..%5cetc%5cpasswd',
  '/....//....//....//etc/passwd',
  '/%252e%252e%252f%252e%252e%252fetc%252fpasswd',
  '//etc/passwd',
  '/assets/../../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/.git/config',
  '/package.json',
  '/master.key',
];

const names = [
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'a\r\nset-cookie: x=1',
  'a"; filename="b.exe',
  '.',
  '..',
  'x\u202egpj.exe',
];

export const traversalSuite: Suite = (stage) => {
  describe('an address that climbs out of what is served', () => {
    test.each(climbs)('finds no file: %s', async (path) => {
      for (const prefix of ['', '/consent', '/app', '/docs', '/v1/knowledge/documents']) {
        const { status, body } = await send(stage.product.port, { method: 'GET', path: `${prefix}${path}` });
        // A page of the dashboard answers where its own routes begin; no file does.
        expect([prefix, status]).toEqual([prefix, expect.toBeOneOf([200, 400, 401, 404])]);
        expect(body).not.toMatch(/root:.*:0:0:|"private": true|repositoryformatversion/);
        if (status === 200) expect(body).toMatch(/^<!doctype html>/i);
      }
    });
  });

  test.each(names)('a file that is called %j is a document like others, or none', async (name) => {
    const { caller } = await stage.newProject();
    const { status, body } = await upload(caller, { bytes: '# Harmless', name, title: name });
    expect([202, 400]).toContain(status);
    if (status !== 202) return;
    await settled(caller, body.document_id);
    const original = await caller.rest('GET', `${documents}/${body.document_id}/original`);
    expect(original.status).toBe(200);
    expect(original.headers.get('set-cookie')).toBeNull();
    const told = original.headers.get('content-disposition') ?? '';
    // One attachment of one name, in which nothing ends the quotation or the header.
    expect(told).toMatch(/^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]*$/);
  });
};
