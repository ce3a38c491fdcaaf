import type { ParameterOperation } from 'unbash';

/** Reads a word where bash does not split it: each text that it may be. */
type Reader = (word: Extract<ParameterOperation, { type: 'Remove' }>['operand']) => readonly string[];

/**
 * What an expansion makes of the value of its variable, as far as its own words are plain; undefined where they are not. Patterns are followed
 * as texts, with a `*` at one end.
 */
export function operated(value: string, operation: ParameterOperation, read: Reader): string | undefined {
  const text = (word: Parameters<Reader>[0] | undefined): string => (word === undefined ? '' : (read(word)[0] ?? ''));
  if (operation.type === 'Remove') return removed(value, operation.operator, operation.operand.text);
  if (operation.type === 'Replace') return replaced(value, operation.operator, [text(operation.pattern), text(operation.replacement)]);
  if (operation.type === 'Slice')
    return sliced(value, Number(operation.offset.text), operation.length === undefined ? undefined : Number(operation.length.text));
  if (operation.type === 'CaseModification') return inCase(value, operation.operator);
  return operation.type === 'Transform' ? value : undefined;
}

const plain = /^[^*?[\]\\$`"'(){}]*$/;

function removed(value: string, operator: '#' | '##' | '%' | '%%', pattern: string): string | undefined {
  const text = pattern.replaceAll(/^['"]|['"]$/g, '');
  const atStart = operator.startsWith('#');
  const rest = atStart ? text.replace(/^\*/, '') : text.replace(/\*$/, '');
  if (!plain.test(rest)) return undefined;
  if (rest === text) {
    if (atStart) return value.startsWith(rest) ? value.slice(rest.length) : value;
    return value.endsWith(rest) ? value.slice(0, value.length - rest.length) : value;
  }
  // `#*x` and `%%x*` go to the first, `##*x` and `%x*` to the last.
  const at = operator === '#' || operator === '%%' ? value.indexOf(rest) : value.lastIndexOf(rest);
  if (at < 0) return value;
  return atStart ? value.slice(at + rest.length) : value.slice(0, at);
}

function replaced(value: string, operator: '/' | '//' | '/#' | '/%', [pattern, by]: readonly [string, string]): string | undefined {
  if (!plain.test(pattern) || pattern === '') return undefined;
  if (operator === '//') return value.replaceAll(pattern, () => by);
  if (operator === '/') return value.replace(pattern, () => by);
  if (operator === '/#') return value.startsWith(pattern) ? by + value.slice(pattern.length) : value;
  return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) + by : value;
}

function sliced(value: string, offset: number, length: number | undefined): string | undefined {
  if (!Number.isInteger(offset) || (length !== undefined && !Number.isInteger(length))) return undefined;
  const from = value.slice(offset < 0 ? Math.max(0, value.length + offset) : offset);
  return length === undefined ? from : from.slice(0, length < 0 ? Math.max(0, from.length + length) : length);
}

function inCase(value: string, operator: '^' | '^^' | ',' | ',,'): string {
  const changed = operator.startsWith('^') ? value.toUpperCase() : value.toLowerCase();
  return operator.length === 2 ? changed : changed.charAt(0) + value.slice(1);
}
