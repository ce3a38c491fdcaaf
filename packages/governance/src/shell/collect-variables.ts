import { forEachChild } from 'unbash';
import type { SyntaxNode } from 'unbash';
import type { Node } from './nodes.ts';
import type { Scene } from './scene.ts';
import { readWhole, readWord } from './word.ts';

/** Notes what variables and positional parameters are given anywhere in a script, before any of it is looked at. */
export function collectVariables(script: SyntaxNode, scene: Scene): void {
  const functions = new Set(['set']);
  visitAll(script, (node) => {
    if (node.type === 'Function') functions.add(node.name.value);
    if (node.type === 'Assignment') collectAssignment(node, scene);
    if (node.type === 'For' || node.type === 'Select')
      for (const word of node.wordlist ?? []) for (const { texts } of readWord(word, scene.variables)) scene.assign(node.name.value, texts);
  });
  visitAll(script, (node) => {
    if (node.type !== 'Command' || node.name === undefined || !functions.has(node.name.value)) return;
    const args = node.args.flatMap((arg) => (arg.type === 'Word' ? readWord(arg, scene.variables) : []));
    scene.givePositional(args.slice(args[0]?.texts[0] === '--' ? 1 : 0), 1);
  });
}

function collectAssignment({ name, value }: Node<'Assignment'>, scene: Scene): void {
  const words = value.type === 'Word' ? [value] : value.elements;
  for (const word of words) scene.assign(name, readWhole(word, scene.variables).texts);
}

function visitAll(node: SyntaxNode, look: (node: SyntaxNode) => void): void {
  look(node);
  forEachChild(node, (child) => visitAll(child, look));
}
