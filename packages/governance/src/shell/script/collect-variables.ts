import { forEachChild } from 'unbash';
import type { SyntaxNode } from 'unbash';
import { collectRead } from './collect-read.ts';
import type { Node } from './nodes.ts';
import type { Scene } from './scene.ts';
import { listOf, readWhole, readWord } from './word.ts';

/** Notes what variables and positional parameters are given anywhere in a script, before any of it is looked at. */
export function collectVariables(script: SyntaxNode, scene: Scene): void {
  const functions = new Set(['set']);
  const lists: Lists = new Map();
  visitAll(script, (node) => {
    if (node.type === 'Function') functions.add(node.name.value);
    if (node.type === 'Assignment') collectAssignment(node, { scene, lists });
    if (node.type === 'For' || node.type === 'Select')
      for (const word of node.wordlist ?? []) for (const { texts } of readWord(word, scene.variables)) scene.assign(node.name.value, texts);
  });
  collectRead(script, scene);
  visitAll(script, (node) => {
    if (node.type !== 'Command' || node.name === undefined || !functions.has(node.name.value)) return;
    const args = node.args.flatMap((arg) => (arg.type === 'Word' ? readWord(arg, scene.variables) : []));
    scene.givePositional(args.slice(args[0]?.texts[0] === '--' ? 1 : 0), 1);
  });
}

/** What is known of arrays: their elements by number. */
type Lists = Map<string, Map<number, string>>;

interface Collecting {
  readonly scene: Scene;
  readonly lists: Lists;
}

/** More elements, or more texts that something is added to, are not noted: each would be read wherever the variable is. */
const most = 16;

function collectAssignment({ name, value, index, append }: Node<'Assignment'>, { scene, lists }: Collecting): void {
  const texts = (value.type === 'Word' ? [value] : value.elements).map((word) => readWhole(word, scene.variables).texts);
  const before = [...(scene.variables.get(name) ?? [])];
  for (const each of texts) scene.assign(name, each);
  if (value.type === 'Word' && index === undefined) {
    if (append === true && before.length <= most) for (const text of before) scene.assign(name, [text + (texts[0]?.[0] ?? '')]);
    return;
  }
  const list = (index === undefined && append !== true ? undefined : lists.get(name)) ?? new Map<number, string>();
  const from = index === undefined ? Math.max(-1, ...list.keys()) + 1 : Number(index.value);
  if (!Number.isInteger(from)) return;
  for (const [at, each] of texts.entries()) list.set(from + at, each[0] ?? '');
  lists.set(name, list);
  if (list.size > most) return;
  const elements = [...list].toSorted(([a], [b]) => a - b);
  scene.assign(listOf(name), [elements.map(([, text]) => text).join(' ')]);
  for (const [at, text] of elements) scene.assign(listOf(name, String(at)), [text]);
}

function visitAll(node: SyntaxNode, look: (node: SyntaxNode) => void): void {
  look(node);
  forEachChild(node, (child) => visitAll(child, look));
}
