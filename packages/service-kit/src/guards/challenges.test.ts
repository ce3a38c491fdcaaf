import { expect, test } from 'vitest';
import { createChallenges, resourceMetadataUrl } from './challenges.ts';

const baseUrl = 'https://cairn.example';

test('each spelling of the endpoint is challenged with its own document', () => {
  const { plain } = createChallenges({ baseUrl, resourceMetadata: true });
  const of = (path: string) => /resource_metadata="([^"]*)"/.exec(plain(path))?.[1];
  expect(of('/mcp')).toBe('https://cairn.example/.well-known/oauth-protected-resource/mcp');
  expect(of('/mcp/')).toBe('https://cairn.example/.well-known/oauth-protected-resource/mcp/');
  expect(of('/v1/memories')).toBe('https://cairn.example/.well-known/oauth-protected-resource/mcp');
});

test('a path of the address follows the well-known part', () => {
  expect(resourceMetadataUrl('https://host.example/cairn', '/mcp')).toBe(
    'https://host.example/.well-known/oauth-protected-resource/cairn/mcp',
  );
});

test('only what was presented and is not good is called invalid', () => {
  const { plain, invalidToken, insufficientScope } = createChallenges({ baseUrl, resourceMetadata: true });
  expect(plain('/mcp')).not.toContain('error');
  expect(invalidToken('/mcp')).toContain('error="invalid_token"');
  expect(insufficientScope('/mcp')).toMatch(/error="insufficient_scope", resource_metadata="[^"]+", scope="mcp"$/);
});

test('without metadata there is nothing to point to', () => {
  expect(createChallenges({ baseUrl }).plain('/mcp')).toBe('Bearer realm="cairn"');
});
