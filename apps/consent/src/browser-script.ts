import { stripTypeScriptTypes } from 'node:module';

/** The end of a line that imports a module of the same folder tree. */
const relativeImport = /^(import |.*\bfrom )'(\.{1,2}\/[\w./-]+)\.ts';$/gm;

/**
 * A TypeScript module as a browser takes it: without types, and with `.js` at the ends of its relative imports. Takes what this
 * package's own sources are: erasable syntax, imports laid out by the formatter.
 */
export function browserScript(source: string): string {
  return silently(() => stripTypeScriptTypes(source)).replace(relativeImport, "$1'$2.js';");
}

/**
 * Node prints a warning once when it is asked by name for what it does to each source that it runs; whoever starts the service could do
 * nothing about it. Only this very call is silenced.
 */
function silently<Value>(work: () => Value): Value {
  const own = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    if (own) Object.defineProperty(process, 'emitWarning', own);
  }
}
