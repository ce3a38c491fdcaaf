import type { LegacyAnswers } from './answers.ts';
import { callFast } from './fast-lane.ts';
import type { FastLane } from './fast-lane.ts';
import { readInitialize } from './initialize.ts';
import { refuseCursor, resultText } from './json-rpc.ts';
import { negotiate } from './revisions.ts';
import type { RunningCalls } from './running-calls.ts';
import type { ToolCallDeps } from './tool-call.ts';

/** The calls that make up nearly all traffic of the handshake era, answered as the SDK would at a fraction of its cost. */
export function createFastLegacy(answers: LegacyAnswers, calls: ToolCallDeps, running: RunningCalls): FastLane {
  return (exchange) => {
    const { id, method, params } = exchange.message;
    switch (method) {
      case 'tools/call':
        return callFast(exchange, answers, calls, running);
      case 'tools/list':
        refuseCursor(params);
        return resultText(id, answers.toolsList);
      case 'ping':
        return resultText(id, '{}');
      case 'initialize':
        return resultText(id, answers.initialize(negotiate(readInitialize(exchange.message))));
      default:
        return undefined;
    }
  };
}
