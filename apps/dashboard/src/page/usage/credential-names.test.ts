import { expect, test } from 'vitest';
import { namesIn } from './credential-names.ts';

const gone = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('a credential has its name, or the end of its id when nobody tells its name', () => {
  const nameOf = namesIn([['key-1', 'Laptop']]);
  expect(nameOf({ credential_id: 'key-1', credential_kind: 'api_key' })).toBe('Laptop');
  expect(nameOf({ credential_id: gone, credential_kind: 'api_key' })).toBe('API key 7728950e');
  expect(nameOf({ credential_id: gone, credential_kind: 'oauth' })).toBe('App 7728950e');
});
