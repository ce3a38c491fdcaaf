/** A step as far as its place is concerned. */
interface Placed {
  readonly id: string;
  readonly depends_on?: readonly string[];
}

export interface Node<Step extends Placed> {
  readonly step: Step;
  readonly x: number;
  readonly y: number;
}

export interface Layout<Step extends Placed> {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Node<Step>[];
  /** From the right edge of one step to the left edge of one that needs it. */
  readonly edges: readonly { readonly from: Node<Step>; readonly to: Node<Step> }[];
}

/** Pixels of a step and between steps. */
export const box = { width: 176, height: 48, acrossGap: 48, downGap: 16, margin: 8 } as const;

/** Places steps from left to right: each behind everything that it depends on, and near it. Plans have no cycles. */
export function layoutOf<Step extends Placed>(steps: readonly Step[]): Layout<Step> {
  const layers = layersOf(steps);
  const rows = new Map<string, number>();
  const nodes = layers.flatMap((layer, column) => {
    const ordered = layer.toSorted((one, other) => middleOf(one, rows) - middleOf(other, rows));
    return ordered.map((step, row): Node<Step> => {
      rows.set(step.id, row);
      return {
        step,
        x: box.margin + column * (box.width + box.acrossGap),
        y: box.margin + row * (box.height + box.downGap),
      };
    });
  });
  const byId = new Map(nodes.map((node) => [node.step.id, node]));
  const edges = nodes.flatMap((to) =>
    (to.step.depends_on ?? []).flatMap((id) => {
      const from = byId.get(id);
      return from ? [{ from, to }] : [];
    }),
  );
  const tallest = Math.max(0, ...layers.map(({ length }) => length));
  return {
    width: layers.length * (box.width + box.acrossGap) - box.acrossGap + 2 * box.margin,
    height: tallest * (box.height + box.downGap) - box.downGap + 2 * box.margin,
    nodes,
    edges,
  };
}

/** Steps by the length of the longest way to them. */
function layersOf<Step extends Placed>(steps: readonly Step[]): readonly (readonly Step[])[] {
  const known = new Set(steps.map(({ id }) => id));
  const placed = new Set<string>();
  const layers: Step[][] = [];
  let left = steps;
  while (left.length > 0) {
    const ready = left.filter(({ depends_on: needs = [] }) => needs.every((id) => placed.has(id) || !known.has(id)));
    // A cycle is none of ours to judge; its steps are shown all the same.
    const layer = ready.length > 0 ? ready : left;
    layers.push([...layer]);
    for (const { id } of layer) placed.add(id);
    left = left.filter(({ id }) => !placed.has(id));
  }
  return layers;
}

/** The mean row of what a step depends on; first where it depends on nothing. */
function middleOf({ depends_on: needs = [] }: Placed, rows: ReadonlyMap<string, number>): number {
  const known = needs.flatMap((id) => rows.get(id) ?? []);
  return known.length === 0 ? 0 : known.reduce((sum, row) => sum + row, 0) / known.length;
}
