import { expect, test } from 'vitest';
import { browserScript } from './browser-script.ts';

test('types go, and what remains stays where it was', () => {
  expect(browserScript("import type { A } from './a.ts';\nconst one: number = 1;\n")).toMatch(/^\s+\nconst one {9}= 1;\n$/);
});

test('relative imports lead to the scripts that are served', () => {
  const source = "import { a } from './a.ts';\nimport {\n  b,\n} from '../deep/b-c.ts';\nexport { d } from './d.ts';\nimport './e.ts';\n";
  expect(browserScript(source)).toBe(
    "import { a } from './a.js';\nimport {\n  b,\n} from '../deep/b-c.js';\nexport { d } from './d.js';\nimport './e.js';\n",
  );
});

test('texts that look like imports stay as they are', () => {
  expect(browserScript("const text = 'from ./a.ts';\n")).toBe("const text = 'from ./a.ts';\n");
});

test('no warning is left to whoever starts the service, and those of others are still heard', async () => {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  const heard: string[] = [];
  const hear = ({ message }: Error): void => void heard.push(message);
  process.on('warning', hear);
  browserScript('const one: number = 1;');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  expect(heard).toEqual([]);
  expect(Object.getOwnPropertyDescriptor(process, 'emitWarning')).toEqual(before);
});
