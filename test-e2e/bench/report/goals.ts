import { decisionCells } from '../cells/actions.ts';
import { atHighConcurrency, floors, largeCells, redisEcho } from '../cells/all-cells.ts';
import type { CellRound } from '../cells/measure-rounds.ts';
import { measuredTools, toolCell } from '../cells/tool-calls.ts';
import { routes } from '../load/requests.ts';
import type { CellReport, Goal, Report } from './report.ts';

type Best = (name: string) => CellRound | undefined;

/** What a run is held to. */
export function allGoals(cells: readonly CellReport[], beside: Pick<Report, 'lostSaves' | 'standalone'>): readonly Goal[] {
  const { lostSaves, standalone } = beside;
  return [
    ...cellGoals((wanted) => cells.find(({ name }) => name === wanted)),
    { what: 'failed calls', measured: cells.length === 0 ? undefined : cells.reduce((sum, { failed }) => sum + failed, 0), atMost: 0 },
    {
      what: `lost of ${lostSaves?.acknowledged ?? 0} acknowledged saves, c=64`,
      measured: lostSaves && lostSaves.lost + lostSaves.unasked,
      atMost: 0,
    },
    { what: 'first start to ready, packages installed, s', measured: standalone?.firstStart, atMost: 90 },
    { what: 'later start to ready, s', measured: standalone?.laterStart, atMost: 2 },
    { what: 'idle memory of the standalone process, MiB', measured: standalone?.idleMiB, atMost: 450 },
  ];
}

function cellGoals(best: Best): readonly Goal[] {
  const insert = [...floors.insert];
  const select = [...floors.select];
  const plainRoute = routes[0];
  const [save, list] = [toolCell('save_memory', plainRoute), toolCell('get_memories', plainRoute)];
  return [
    ...[...routes.map((route) => toolCell('bench_echo', route)), redisEcho].flatMap((name) => [
      { what: `${name}: requests ÷ bare Node echo`, measured: speed(best, name, [floors.echo]), atLeast: 0.3 },
      { what: `${name}: CPU ÷ bare Node echo`, measured: cost(best, name, floors.echo), atMost: 3.5 },
    ]),
    { what: 'save_memory: requests ÷ bare INSERT route', measured: speed(best, save, insert), atLeast: 0.5 },
    {
      what: 'save_memory: requests ÷ bare INSERT route, c=64',
      measured: speed(best, atHighConcurrency(save), insert.map(atHighConcurrency)),
      atLeast: 0.5,
    },
    { what: 'get_memories: requests ÷ bare SELECT route', measured: speed(best, list, select), atLeast: 0.7 },
    ...measuredTools.flatMap((tool) =>
      routes.slice(1).map((route) => ({
        what: `${tool}: ${route} ÷ ${plainRoute}`,
        measured: speed(best, toolCell(tool, route), [toolCell(tool, plainRoute)]),
        atLeast: 0.7,
      })),
    ),
    { what: 'large project: first page ÷ small project', measured: speed(best, largeCells.firstPage, [list]), atLeast: 0.85 },
    { what: 'large project: save_memory ÷ small project', measured: speed(best, largeCells.save, [save]), atLeast: 0.85 },
    { what: 'large project: CPU at offset 9,900 ÷ at 0', measured: deepCost(best), atMost: 15 },
    ...Object.values(decisionCells).map((name) => ({ what: `${name}: median, ms`, measured: best(name)?.p50Ms, atMost: 5 })),
  ];
}

/** Whether a goal is met; undefined when it could not be measured. */
export function isMet({ measured, atLeast = -Infinity, atMost = Infinity }: Goal): boolean | undefined {
  return measured === undefined ? undefined : measured >= atLeast && measured <= atMost;
}

/** Requests a second of a cell in those of the fastest of its floors. */
function speed(best: Best, name: string, floorNames: readonly string[]): number | undefined {
  const floorsFound = floorNames.flatMap((floor) => best(floor)?.requestsPerSecond ?? []);
  const measured = best(name)?.requestsPerSecond;
  return measured === undefined || floorsFound.length === 0 ? undefined : measured / Math.max(...floorsFound);
}

function cost(best: Best, name: string, floor: string): number | undefined {
  const [measured, bare] = [best(name)?.serverMicros, best(floor)?.serverMicros];
  return measured === undefined || bare === undefined ? undefined : measured / bare;
}

/** Of the gateway and Postgres together: a deep page is found in the database. */
function deepCost(best: Best): number | undefined {
  const [deep, first] = [largeCells.deepPage, largeCells.firstPage].map((name) => {
    const { serverMicros, postgresMicros } = best(name) ?? {};
    return serverMicros === undefined || postgresMicros === undefined ? undefined : serverMicros + postgresMicros;
  });
  return deep === undefined || first === undefined ? undefined : deep / first;
}
