import { metrics } from '@opentelemetry/api';
import { CairnError } from '@cairn/core';
import { inSpan } from '@cairn/service-kit';
import type { Tool } from './tool.ts';

/** Bounds in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Gives tools that measure each call, by tool and outcome (`ok`, or what went wrong), and tell of it as a span where traces are kept. */
export function measureTools(tools: readonly Tool[]): readonly Tool[] {
  const duration = metrics.getMeter('cairn').createHistogram('cairn.tool.duration', {
    description: 'How long calls of tools took.',
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  return tools.map((tool) => ({
    ...tool,
    async run(context, args) {
      const started = performance.now();
      const done = (outcome: string) => duration.record((performance.now() - started) / 1000, { tool: tool.definition.name, outcome });
      try {
        const result = await inSpan(`tool ${tool.definition.name}`, { 'cairn.tool': tool.definition.name }, () => tool.run(context, args));
        done('ok');
        return result;
      } catch (error) {
        done(error instanceof CairnError ? error.code.toLowerCase() : 'internal_error');
        throw error;
      }
    },
  }));
}
