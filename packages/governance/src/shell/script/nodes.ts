import type { SyntaxNode } from 'unbash';

/** The syntax nodes of one type. */
export type Node<Type extends SyntaxNode['type']> = Extract<SyntaxNode, { readonly type: Type }>;
