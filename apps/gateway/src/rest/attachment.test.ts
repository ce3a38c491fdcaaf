import { describe, expect, it } from 'vitest';
import { attachment } from './attachment.ts';

const dispositionOf = (title: string) =>
  attachment({ title, mediaType: 'text/plain', bytes: Buffer.from('x') }).headers['content-disposition'];

describe('an attachment', () => {
  it.each([
    ['notes.md', `attachment; filename="notes.md"; filename*=UTF-8''notes.md`],
    ['a"b\\c/d;e', `attachment; filename="a_b_c_d_e"; filename*=UTF-8''a%22b%5Cc%2Fd%3Be`],
    ['日本', `attachment; filename="__"; filename*=UTF-8''%E6%97%A5%E6%9C%AC`],
    ["it's (1)*", `attachment; filename="it_s (1)_"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ])('named %j cannot break out of its header', (title, disposition) => {
    expect(dispositionOf(title)).toBe(disposition);
  });

  it('is never shown as a page', () => {
    const { headers } = attachment({ title: 'x.html', mediaType: 'text/html', bytes: Buffer.from('<script>') });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" });
  });
});
