import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import { isTracing } from './tracing.ts';

type Method = (...args: unknown[]) => unknown;

/**
 * The same object, whose asynchronous methods are told of as spans of what calls them: one a call, `db memories.save`, by the path of the
 * method alone. No argument, statement or result is told. Without tracing it is the object itself, and a call outside of any span, as
 * those of timers are, is not told of.
 *
 * @param tree repositories, or plain objects of them; what is no plain object stays as it is.
 */
export function traceCalls<Tree extends object>(tree: Tree): Tree {
  return isTracing() ? traced(tree, '') : tree;
}

function traced<Tree extends object>(tree: Tree, path: string): Tree {
  if (Object.getPrototypeOf(tree) !== Object.prototype) return tree;
  const entries = Object.entries(tree).map(([name, member]: [string, unknown]) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof member === 'function') return [name, told(at, member as Method, tree)];
    return [name, typeof member === 'object' && member !== null ? traced(member, at) : member];
  });
  return Object.fromEntries(entries) as Tree;
}

function told(path: string, method: Method, owner: object): Method {
  return (...args) => {
    const parent = context.active();
    if (trace.getSpan(parent) === undefined) return method.apply(owner, args);
    const startTime = Date.now();
    const began = performance.now();
    const result = method.apply(owner, args);
    // What answers at once asks no database.
    if (!(result instanceof Promise)) return result;
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': path };
    const span = trace.getTracer('cairn').startSpan(`db ${path}`, { kind: SpanKind.CLIENT, startTime, attributes }, parent);
    const end = () => span.end(startTime + (performance.now() - began));
    result.then(end, (error: unknown) => {
      markFailed(span, error);
      end();
    });
    return result;
  };
}

/** By the name of the error alone, since its message may quote what was asked. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}
