/**
 * Writes the JSON Schema of a rule beside the package that reads rules, for editors and for whoever keeps policies in a repository:
 *
 *     node --conditions=@cairn/source test-e2e/bin/write-rule-schema.ts && npx oxfmt packages/governance/rule.schema.json
 */
import { writeFile } from 'node:fs/promises';
import { jsonSchemaOf } from '@cairn/contracts';
import { ruleSchema } from '@cairn/governance';

const file = new URL('../../packages/governance/rule.schema.json', import.meta.url);
await writeFile(file, JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...jsonSchemaOf(ruleSchema) }));
