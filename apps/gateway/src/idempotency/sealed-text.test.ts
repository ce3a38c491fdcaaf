import { describe, expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

describe('a sealed text', () => {
  const sealed = sealText('the key', 'session', 'POST /v1/api-keys');

  it('is opened by the credential that sealed it', () => {
    expect(openText(sealed, 'session', 'POST /v1/api-keys')).toBe('the key');
  });

  it('is opened by no other, and nowhere else', () => {
    expect(openText(sealed, 'session2', 'POST /v1/api-keys')).toBeUndefined();
    expect(openText(sealed, 'session', 'POST /v1/workspaces')).toBeUndefined();
  });

  it('is not opened when it was touched', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    for (const at of bytes.keys()) {
      const touched = Buffer.from(bytes);
      touched.writeUInt8(touched.readUInt8(at) ^ 1, at);
      expect(openText(touched.toString('base64url'), 'session', 'POST /v1/api-keys')).toBeUndefined();
    }
  });

  it('is another each time', () => {
    expect(sealText('the key', 'session', 'POST /v1/api-keys')).not.toBe(sealed);
  });
});
