import { stepKinds } from '@cairn/orchestration';
import { describe, expect, it } from 'vitest';
import { restCatalog } from './catalog.ts';
import { openApiDocument } from './openapi.ts';
import type { RestRoute } from './route.ts';

const document = openApiDocument({ routes: restCatalog, baseUrl: 'https://cairn.example', version: '1.2.3' });

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function references(value: unknown): readonly unknown[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [part] : references(part)));
}

const resolve = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (isMembers(part) ? part[key] : undefined), document);

it('names its version and where the service is', () => {
  expect(document).toMatchObject({ openapi: '3.1.1', info: { version: '1.2.3' }, servers: [{ url: 'https://cairn.example' }] });
});

it('holds every route under its operation, and each operation once', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const expected = Object.entries<RestRoute>(restCatalog).map(([name, { method, path }]) => `${name} ${method} ${path}`);
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

it.each(['Problem429', 'Rpc429'])('tells where the caller stands in %s', (name) => {
  expect(resolve(`#/components/responses/${name}`)).toMatchObject({
    headers: { 'RateLimit-Limit': {}, 'RateLimit-Remaining': {}, 'RateLimit-Reset': {} },
  });
});

it('refers to nothing that is not there', () => {
  const all = [...new Set(references(document))].map(String);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((pointer) => !pointer.startsWith('#/components/') || resolve(pointer) === undefined)).toEqual([]);
});

it.each(['NewTask', 'NewTaskPlan', 'NewSchedule'])('tells in %s what each kind of step takes', (name) => {
  const kinds = resolve(`#/components/schemas/${name}/properties/plan/properties/steps/items/oneOf`);
  const taken = Array.isArray(kinds)
    ? kinds.map((each) => [each.title, each.required, Object.keys(each.properties.input.properties ?? {})])
    : [];
  expect(taken.map(([title]) => title)).toEqual(stepKinds);
  expect(taken).toContainEqual(['memory.search', ['input'], ['query', 'limit', 'scope', 'agent_id', 'session_id']]);
  expect(taken).toContainEqual(['task', ['input'], ['goal', 'agent_id', 'plan']]);
  expect(taken).toContainEqual(['checkpoint', undefined, ['message']]);
  expect(JSON.stringify(kinds)).toContain('"limit":{"anyOf":[{"type":"integer","minimum":1,"maximum":100},{"type":"string","pattern"');
});

describe.each(Object.entries<RestRoute>(restCatalog))('%s', (_, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];

  it('has a parameter for each placeholder of its path', () => {
    const placeholders = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(placeholders);
  });

  it('takes an Idempotency-Key when it is a POST of somebody that is not left out', () => {
    const takes = operation?.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(takes).toBe(route.method === 'POST' && route.credentials.length > 0 && route.keepsAnswer !== false);
  });

  it('says how it fails', () => {
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual(
      expect.arrayContaining(route.credentials.length > 0 ? ['400', '401', '403', '429', '500', '503'] : ['500', '503']),
    );
  });
});
