import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { expect, test } from 'vitest';
import { listedTool } from './listed-tool.ts';

const listed = listedTool({
  name: 'save',
  title: 'Save',
  description: 'Saves.',
  inputSchema: { type: 'object' },
  outputSchema: {
    type: 'object',
    required: ['success', 'id'],
    additionalProperties: false,
    properties: { success: { type: 'boolean', const: true }, id: { type: 'string' } },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
});

// As clients of the SDK's first line check results.
const check = new AjvJsonSchemaValidator().getValidator(listed.outputSchema ?? { type: 'object' });
const error = { code: 'not_found', status: 404, message: 'no such memory', request_id: 'r' };

test.for([
  ['a result', { success: true, id: 'a' }, true],
  ['a failure', { success: false, error }, true],
  [
    'a failure with issues',
    { success: false, error: { ...error, issues: [{ path: 'content', message: 'is too long' }], retry_after: 3 } },
    true,
  ],
  ['a result that lacks a member', { success: true }, false],
  ['a failure that says nothing', { success: false }, false],
  ['an object that is neither', { id: 'a' }, false],
  ['a result with a member too many', { success: true, id: 'a', extra: 1 }, false],
] as const)('the listed output schema judges %s', ([, object, valid]) => {
  expect(check(object).valid).toBe(valid);
});

test('everything else is listed as the tool defines it', () => {
  expect(listed).toMatchObject({ name: 'save', title: 'Save', description: 'Saves.', inputSchema: { type: 'object' } });
});
