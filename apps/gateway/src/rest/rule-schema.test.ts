import { readFile } from 'node:fs/promises';
import { jsonSchemaOf } from '@cairn/contracts';
import { ruleSchema, starterRevision } from '@cairn/governance';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { expect, test } from 'vitest';

const file = new URL('../../../../packages/governance/rule.schema.json', import.meta.url);
const schema = jsonSchemaOf(ruleSchema);
const byJsonSchema = new AjvJsonSchemaValidator().getValidator(schema);

const rule = { id: 'r', effect: 'deny', when: {}, justification: 'x' };
const when = (conditions: object) => ({ ...rule, when: conditions });
const arg = (condition: object) => when({ args: [{ path: '/amount', ...condition }] });

test('the schema that is published beside the package is the one that is served', async () => {
  const { $schema, ...published } = JSON.parse(await readFile(file, 'utf8'));
  expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(published).toEqual(JSON.parse(JSON.stringify(schema)));
});

test.each<[boolean, object]>([
  ...starterRevision.rules.map((one) => [true, one] as [boolean, object]),
  [true, rule],
  [true, arg({ op: 'gt', value: 1 })],
  [true, arg({ op: 'in', value: ['a', 1, true] })],
  [true, arg({ op: 'exists' })],
  [true, when({ rate: { key: 'tool', window_s: 60, max: 0 }, time: { from: '09:00', to: '17:30', days: [1, 5] } })],
  [true, { ...rule, effect: 'require_approval', approval: { quorum: 2, roles: ['owner'], exclude: [], ttl_s: 60, grants: { uses: 3 } } }],
  [true, { ...rule, mode: 'shadow', owner: 'ada', obligations: ['dry_run'], examples: { match: [{ kind: 'x' }], not_match: [] } }],
  [false, { ...rule, effect: 'alow' }],
  [false, { ...rule, efect: 'deny' }],
  [false, { ...rule, id: 'R' }],
  [false, { ...rule, justification: '' }],
  [false, { ...rule, mode: 'trial' }],
  [false, { id: 'r', effect: 'deny', justification: 'x' }],
  [false, when({ kind: [] })],
  [false, when({ kind: ['shell.run'] })],
  [false, when({ host: ['API.example'] })],
  [false, when({ risk: { gte: 'worst' } })],
  [false, when({ effects: [{ kind: ['write'], where: 'x' }] })],
  [false, arg({ op: 'gt', value: '1' })],
  [false, arg({ op: 'in', value: 1 })],
  [false, arg({ op: 'exists', value: 1 })],
  [false, arg({ op: 'eq' })],
  [false, arg({ op: 'is', value: 1 })],
  [false, when({ args: [{ path: 'amount', op: 'exists' }] })],
  [false, when({ rate: { key: 'user', window_s: 0, max: 1 } })],
  [false, when({ rate: { key: 'host', window_s: 1, max: 1 } })],
  [false, when({ time: { from: '9', to: '17:30' } })],
  [false, { ...rule, approval: { quorum: 0, roles: ['owner'], exclude: [], ttl_s: 60 } }],
])('both readings of a rule agree that it is well-formed or not: %s', (isGood, one) => {
  expect([byJsonSchema(one).valid, ruleSchema.safeParse(one).success]).toEqual([isGood, isGood]);
});
