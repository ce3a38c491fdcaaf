import type { FastifyInstance } from 'fastify';
import type { Tool } from '../tools/tool.ts';
import { groupOf } from './route-group.ts';
import type { UsageCounter } from './usage-counter.ts';

const flushEveryMs = 10_000;

/** Counts each answered request that works in a project, and flushes every 10 seconds and when the app closes. Add it before the routes. */
export function countRequests(app: FastifyInstance, counter: UsageCounter): void {
  const groups = new Map<string, string | undefined>();
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { principal, routeOptions } = request;
    if (principal !== null) {
      const { url = '' } = routeOptions;
      if (!groups.has(url)) groups.set(url, groupOf(url));
      const name = groups.get(url);
      if (name !== undefined) counter.count(principal, { as: 'request', name, isLimited: statusCode === 429 });
    }
    done();
  });
  const timer = setInterval(() => void counter.flush(), flushEveryMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await counter.flush();
  });
}

/** Counts calls of a tool, whichever entry point they come by. */
export function countedTool(tool: Tool, counter: UsageCounter): Tool {
  const { name } = tool.definition;
  return {
    ...tool,
    run(context, args) {
      counter.count(context.actor, { as: 'tool', name });
      return tool.run(context, args);
    },
  };
}
