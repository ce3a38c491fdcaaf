/** Last words of names whose value is a secret, alone or behind others: `DB_PASSWORD`, `npmToken`. */
const endings = [
  ...(['password', 'passwords', 'passwd', 'passphrase', 'passcode', 'passwort', 'pwd', 'pass', 'secret', 'secrets'] as const),
  ...(['token', 'tokens', 'apikey', 'credential', 'credentials', 'creds', 'jwt', 'bearer', 'authorization', 'cookie', 'auth'] as const),
  ...(['otp', 'totp', 'pin', 'cvv', 'cvc', 'psk', 'pat', 'sig', 'signature', 'passkey'] as const),
] as const;

/** What makes a `key` or a `code` a secret, before it. */
const before = {
  key: [
    'api',
    'private',
    'secret',
    'access',
    'signing',
    'encryption',
    'master',
    'auth',
    'account',
    'shared',
    'license',
    'webhook',
    'storage',
  ],
  code: ['security', 'recovery', 'verification', 'auth', 'authorization', 'backup'],
} as const;

/** Parts at the end that leave it the name of a secret. */
const trailing = new Set(['base', 'value', 'text', 'plain', 'plaintext', 'literal', 'b64', 'base64']);

const single: ReadonlySet<string> = new Set(endings);
const joined = /(?:password|passwd|passphrase|apikey|secret|token|secretkey|privatekey|accesskey|pwd|pass)$/;

/** What ends so and is no secret. */
const plain = new Set(['pwd', 'oldpwd', 'pass', 'bypass', 'compass', 'pin', 'auth', 'sig', 'signature', 'cookie']);

/**
 * Whether a name, of a variable, an option, a header or a member, is that of a secret: by its last words, so that `token_file` and
 * `password-command` are none. `isSure`: the name alone says so, whatever the value looks like.
 */
export function secretName(name: string): { readonly isSure: boolean } | undefined {
  const words = wordsOf(name);
  while (words.length > 1 && (trailing.has(words.at(-1) ?? '') || /^\d+$/.test(words.at(-1) ?? ''))) words.pop();
  const last = (words.at(-1) ?? '').replace(/\d+$/, '');
  const previous = words.at(-2) ?? '';
  if (last === 'key' || last === 'code') return before[last].some((word) => previous.endsWith(word)) ? { isSure: true } : undefined;
  if (last === 'id' && previous === 'key') return undefined;
  if (!single.has(last) && !joined.test(last)) return undefined;
  if (plain.has(last) && words.length === 1)
    return last === 'bypass' || last === 'compass' || last === 'oldpwd' ? undefined : { isSure: false };
  return { isSure: true };
}

/** `clientSecret`, `CLIENT_SECRET` and `client-secret` are the same two words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
