import { expect, test } from 'vitest';
import { createOutsideFetch } from './outside-fetch.ts';

/** What is asked when names resolve to these addresses. */
function asking(...addresses: string[]) {
  const asked: string[] = [];
  const ask = createOutsideFetch(
    async (url) => {
      asked.push(url instanceof Request ? url.url : String(url));
      return new Response('{}');
    },
    async () => addresses,
  );
  return { asked, ask };
}

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'ff02::1',
])('a name that leads to %s is not asked, nor the address itself', async (address) => {
  const { asked, ask } = asking(address);
  await expect(ask('https://inside.example/client')).rejects.toThrow(TypeError);
  await expect(ask('https://inside.example/client')).rejects.toThrow(TypeError);
  await expect(ask(`https://${address.includes(':') ? `[${address}]` : address}/client`)).rejects.toThrow(TypeError);
  expect(asked).toEqual([]);
});

test('one address inside among others is enough, and so is none', async () => {
  for (const addresses of [['93.184.216.34', '10.0.0.1'], ['2606:2800:220:1::1', '::1'], []]) {
    const { asked, ask } = asking(...addresses);
    await expect(ask('https://a.example/client')).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
  }
});

test.each(['https://2130706433/', 'https://0x7f.1/', 'https://127.1/', 'https://0177.0.0.1/'])('%s is this machine', async (address) => {
  const { asked, ask } = asking('93.184.216.34');
  await expect(ask(address)).rejects.toThrow(TypeError);
  expect(asked).toEqual([]);
});

test('a name of the internet is asked', async () => {
  const { asked, ask } = asking('93.184.216.34', '2606:2800:220:1::1');
  await ask('https://a.example/client');
  await ask('https://93.184.216.34/client');
  expect(asked).toEqual(['https://a.example/client', 'https://93.184.216.34/client']);
});
