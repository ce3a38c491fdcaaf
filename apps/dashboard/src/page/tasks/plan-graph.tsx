import { useMemo } from 'react';
import type { TaskStep } from '../api/tasks.ts';
import { box, layoutOf } from './plan-layout.ts';
import type { Layout, Node } from './plan-layout.ts';
import { kindWords, stepWords } from './task-words.ts';

/** The plan as a picture. Each step leads to its line in the list, which says the same in words. */
export function PlanGraph({ steps }: { readonly steps: readonly TaskStep[] }) {
  const layout = useMemo(() => layoutOf(steps), [steps]);
  const { width, height } = layout;
  return (
    <div className="plan-graph" role="group" aria-label="The plan as a graph">
      <div style={{ width, height }}>
        <Edges layout={layout} />
        {layout.nodes.map((node) => (
          <PlanNode key={node.step.id} node={node} />
        ))}
      </div>
    </div>
  );
}

function PlanNode({ node: { step, x, y } }: { readonly node: Node<TaskStep> }) {
  const { name, tone } = stepWords[step.status];
  const { width, height } = box;
  return (
    <a
      className={`plan-node ${tone}`}
      style={{ left: x, top: y, width, height }}
      href={`#${stepAnchor(step.id)}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(stepAnchor(step.id))?.focus();
      }}
    >
      <strong>{step.id}</strong> <span>{kindWords(step.kind)}</span> <span className="unseen">{name}</span>
    </a>
  );
}

/** Where the line of a step is. */
export const stepAnchor = (id: string): string => `step-${id}`;

function Edges({ layout: { width, height, edges } }: { readonly layout: Layout<TaskStep> }) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {edges.map(({ from, to }) => {
        const [x1, y1, x2, y2] = [from.x + box.width, from.y + box.height / 2, to.x, to.y + box.height / 2];
        const bend = (x1 + x2) / 2;
        return <path key={`${from.step.id} ${to.step.id}`} d={`M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />;
      })}
    </svg>
  );
}
