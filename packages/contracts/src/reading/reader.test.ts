import { CairnError } from '@cairn/core';
import { assert, nat, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toolCatalog } from '../tools/catalog.ts';
import { text, uuid, wholeNumber } from './fields.ts';
import { createQueryReader, createReader } from './reader.ts';

const readPage = createReader(toolCatalog.get_memories.args);
const readSave = createReader(toolCatalog.save_memory.args);

function issuesOf(read: () => unknown): readonly { path: string; message: string }[] {
  try {
    read();
  } catch (error) {
    if (error instanceof CairnError && error.code === 'INVALID_ARGUMENT') return error.issues;
    throw error;
  }
  return [];
}

const outcomeOf = (content: string) => {
  const paths = pathsOf(() => readSave({ content }));
  return paths.length > 0 ? paths : readSave({ content }).content;
};

const pathsOf = (read: () => unknown) => issuesOf(read).map(({ path }) => path);

describe('whole numbers', () => {
  it.each([
    [{ limit: '10' }, { limit: 10 }],
    [{ limit: 10 }, { limit: 10 }],
    [{ limit: null }, {}],
    [{ limit: null, offset: null }, {}],
    [{ offset: '0' }, { offset: 0 }],
    [{ limit: 1_000_000_000 }, { limit: 1_000_000_000 }],
    [{ offset: 9_007_199_254_740_991 }, { offset: 9_007_199_254_740_991 }],
  ])('reads %j as %j', (given, read) => {
    expect(readPage(given)).toEqual(read);
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '"1.5"',
    '"ten"',
    'true',
    'false',
    '[7]',
    '["7"]',
    '{}',
    '1e20',
    '1e400',
    '""',
    '" 7"',
    '"-1"',
    '"+7"',
    '"0x10"',
    '"1e3"',
    '"٧"',
  ])('refuses a limit of %s, naming it', (limit) => {
    expect(pathsOf(() => readPage(JSON.parse(`{"limit":${limit}}`)))).toEqual(['limit']);
  });

  it.each(['-1', '1.5', '1e20', '1e400', '9007199254740992', '"9007199254740993"', '"99999999999999999999999"'])(
    'refuses an offset of %s, naming it',
    (offset) => {
      expect(pathsOf(() => readPage(JSON.parse(`{"offset":${offset}}`)))).toEqual(['offset']);
    },
  );

  it('reads every number in range the same from its digits', () => {
    assert(
      property(nat({ max: Number.MAX_SAFE_INTEGER }), (offset) => {
        expect(readPage({ offset: String(offset) })).toEqual(readPage({ offset }));
      }),
    );
  });
});

describe('a query', () => {
  const read = createQueryReader(toolCatalog.get_memories.args);

  it.each([
    [{}, {}],
    [
      { limit: '10', offset: '0' },
      { limit: 10, offset: 0 },
    ],
    [{ limit: '10', api_key: 'x' }, { limit: 10 }],
  ])('reads %j as %j', (given, value) => {
    expect(read(given)).toEqual(value);
  });

  it.each([
    [{ limit: '-1' }, 'limit', 'must be at least 1, not -1'],
    [{ limit: '0' }, 'limit', 'must be at least 1, not 0'],
    [{ limit: 'ten' }, 'limit', 'must be a whole number'],
    [{ limit: '' }, 'limit', 'must be a whole number'],
    [{ limit: '1.5' }, 'limit', 'must be a whole number'],
    [{ limit: ['1', '2'] }, 'limit', 'is given more than once; give it once'],
    [{ 'limit[]': '5' }, 'limit[]', 'is not known; accepted are limit, offset'],
    [{ foo: '1' }, 'foo', 'is not known; accepted are limit, offset'],
  ])('refuses %j in words that fit text', (given, path, message) => {
    expect(issuesOf(() => read(given))).toEqual([{ path, message }]);
  });
});

describe('nothing else is coerced', () => {
  const read = createReader(
    z.strictObject({ text: text({ description: '', max: 10, unit: 'characters' }).optional(), flag: z.boolean().optional() }),
  );

  it.each([{ text: 5 }, { text: true }, { text: ['a'] }, { flag: 'true' }, { flag: 1 }, { flag: 'false' }])('refuses %j', (given) => {
    expect(pathsOf(() => read(given))).toEqual(Object.keys(given));
  });

  it('keeps the null of a nullable property', () => {
    const readNulls = createReader(z.strictObject({ kept: z.string().nullable().optional(), dropped: z.string().optional() }));
    expect(readNulls({ kept: null, dropped: null })).toEqual({ kept: null });
  });

  it('keeps null refused where a value is required', () => {
    expect(issuesOf(() => readSave({ content: null }))).toEqual([{ path: 'content', message: 'must be a string, not null' }]);
  });

  it.each([[undefined], [null], ['text'], [[]], [7]])('refuses arguments that are %j', (given) => {
    expect(pathsOf(() => readSave(given))).toEqual(['']);
  });

  it('leaves what it was given untouched', () => {
    const given = Object.freeze({ limit: '10', offset: null });
    expect(readPage(given)).toEqual({ limit: 10 });
    expect(given).toEqual({ limit: '10', offset: null });
  });
});

describe('text', () => {
  it.each(['a\0b', '\0', '\ud800', 'a\udc00b', '\udc00\ud800'])('refuses %j in every text argument', (bad) => {
    expect(pathsOf(() => readSave({ content: bad }))).toEqual(['content']);
    expect(pathsOf(() => readSave({ content: 'x', agent_id: bad }))).toEqual(['agent_id']);
    expect(pathsOf(() => readSave({ content: 'x', agent_name: bad }))).toEqual(['agent_name']);
    expect(pathsOf(() => createReader(toolCatalog.search_knowledge.args)({ query: bad }))).toEqual(['query']);
  });

  it('refuses an empty content', () => {
    expect(issuesOf(() => readSave({ content: '' }))).toEqual([{ path: 'content', message: 'must not be empty' }]);
  });

  it.each([
    ['a'.repeat(65_536), 'ASCII'],
    ['é'.repeat(32_768), 'two bytes each'],
    ['界'.repeat(21_845), 'three bytes each'],
    ['😀'.repeat(16_384), 'four bytes each'],
    [`${'مرحبا '.repeat(4000)}😀`, 'mixed'],
    ['   ', 'white space'],
    ['\u202e\u200b\ufeff', 'invisible characters'],
  ])('keeps a content of up to 65536 bytes exactly (%#, %s)', (content) => {
    expect(readSave({ content }).content).toBe(content);
  });

  it.each([
    ['a'.repeat(65_537), 65_537],
    ['é'.repeat(32_769), 65_538],
    ['界'.repeat(21_846), 65_538],
    ['😀'.repeat(16_385), 65_540],
  ])('refuses a longer content with the limit and what came (%#)', (content, bytes) => {
    expect(issuesOf(() => readSave({ content }))).toEqual([
      { path: 'content', message: `has ${bytes} bytes of UTF-8 and the limit is 65536; shorten it or split it` },
    ]);
  });

  it('counts the characters of a name as its schema does, by code point', () => {
    expect(readSave({ content: 'x', agent_name: '😀'.repeat(256) }).agent_name).toHaveLength(512);
    expect(pathsOf(() => readSave({ content: 'x', agent_name: '😀'.repeat(257) }))).toEqual(['agent_name']);
    expect(pathsOf(() => readSave({ content: 'x', agent_id: 'a'.repeat(257) }))).toEqual(['agent_id']);
  });

  it('accepts or refuses any text and never changes it', () => {
    assert(
      property(string({ unit: 'binary' }), (content) => {
        const storable = content !== '' && content.isWellFormed() && !content.includes('\0');
        const read = outcomeOf(content);
        expect(read).toEqual(storable ? content : ['content']);
      }),
    );
  });

  it.each(['a\nb', 'a\tb', '\u202eevil', 'a\u2066b', 'a\u0085b'])('refuses %j where one line is shown to people', (line) => {
    const read = createReader(z.strictObject({ name: text({ description: '', max: 20, unit: 'characters', line: true }) }));
    expect(pathsOf(() => read({ name: line }))).toEqual(['name']);
  });

  it.each(['a\u200e', '\u200fא', 'a\u061cb'])('takes the mark of direction in %j, which turns nothing around', (line) => {
    const read = createReader(z.strictObject({ name: text({ description: '', max: 20, unit: 'characters', line: true }) }));
    expect(read({ name: line })).toEqual({ name: line });
  });

  it('never repeats a text in an issue', () => {
    expect(JSON.stringify(issuesOf(() => readPage({ limit: 'hunter2' })))).not.toContain('hunter2');
  });
});

describe('unknown arguments', () => {
  it('are refused, each by its name with what is accepted', () => {
    expect(issuesOf(() => readSave({ content: 'x', api_key: 'k', project_id: 'p' }))).toEqual([
      { path: 'api_key', message: 'is not known; accepted are content, agent_id, agent_name' },
      { path: 'project_id', message: 'is not known; accepted are content, agent_id, agent_name' },
    ]);
  });

  it('are told with what is accepted where they stand', () => {
    const read = createReader(z.strictObject({ parts: z.array(z.strictObject({ id: z.string(), size: z.int().optional() })) }));
    expect(issuesOf(() => read({ parts: [{ id: 'a', sise: 1 }] }))).toEqual([
      { path: 'parts.0.sise', message: 'is not known; accepted are id, size' },
    ]);
  });

  it('are escaped and cut where they are shown', () => {
    const paths = pathsOf(() => readSave({ content: 'x', 's\u0430ve\u200b': 1, '\ud800\0': 1, ['k'.repeat(1000)]: 1 }));
    expect(paths).toEqual(['s\\u0430ve\\u200b', '\\ud800\\u0000', `${'k'.repeat(64)}…`]);
  });

  it('are reported up to twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 1]));
    expect(pathsOf(() => readSave({ content: 'x', ...many }))).toHaveLength(20);
  });
});

describe('ids', () => {
  const read = createReader(z.strictObject({ id: uuid('') }));

  it('are read in lower case, whichever version they are', () => {
    expect(read({ id: '019A7B2C-0000-7000-8000-0123456789AB' })).toEqual({ id: '019a7b2c-0000-7000-8000-0123456789ab' });
    expect(read({ id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' })).toEqual({ id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' });
  });

  it.each([
    'not-a-uuid',
    '',
    '019a7b2c00007000800000123456789ab',
    '{f47ac10b-58cc-4372-a567-0e02b2c3d479}',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479 ',
  ])('refuse %j', (id) => {
    expect(pathsOf(() => read({ id }))).toEqual(['id']);
  });
});

it('the summary says the first faults and how many more there are', () => {
  const read = createReader(z.strictObject({ a: wholeNumber(1, ''), b: wholeNumber(1, ''), c: wholeNumber(1, ''), d: wholeNumber(1, '') }));
  expect(() => read({})).toThrow('not valid: a is required; b is required; c is required; and 1 more');
});
