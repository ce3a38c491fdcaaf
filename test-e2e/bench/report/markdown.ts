import { markdownTable } from './markdown-table.ts';
import { isMet } from './goals.ts';
import type { CellReport, Environment, Goal, PeerReport, Report } from './report.ts';

/** The report for people. */
export function toMarkdown({ environment, cells, goals, peers, standalone }: Report): string {
  return [
    environmentText(environment),
    cellTable(cells),
    ...(peers.length > 0
      ? ['Saves into an empty store, driven on standard input and output (no HTTP, no credential):', peerTable(peers)]
      : []),
    ...(standalone
      ? [
          `Embedded store, c=16: ${whole(standalone.savesPerSecond)} saves/s, ${whole(standalone.pagesPerSecond)} pages of 50 a second ` +
            `(of ${standalone.memories} memories).`,
        ]
      : []),
    goalTable(goals),
  ].join('\n\n');
}

function environmentText({ date, command, cores, cpu, node, postgres, load }: Environment): string {
  return `${date}, \`${command}\`, ${cores} cores (${cpu}) for everything, Node ${node}, Postgres ${postgres}, load ${load.map((one) => one.toFixed(1)).join(' → ')}.`;
}

function cellTable(cells: readonly CellReport[]): string {
  return markdownTable(
    ['cell', 'server', 'c', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres µs', 'others, cores', 'failed'],
    cells.map(({ name, server, concurrency, ...cell }) => [
      name,
      server,
      String(concurrency),
      whole(cell.requestsPerSecond),
      cell.p50Ms.toFixed(2),
      cell.p99Ms.toFixed(1),
      whole(cell.serverMicros),
      whole(cell.postgresMicros),
      cell.foreignCores?.toFixed(2) ?? '–',
      String(cell.failed),
    ]),
  );
}

function peerTable(peers: readonly PeerReport[]): string {
  const rows = peers.flatMap(({ name, results }) =>
    typeof results === 'string'
      ? [[name, '–', results, '', '']]
      : results.map((each) => [
          name,
          String(each.concurrency),
          whole(each.savesPerSecond),
          whole(each.serverMicros),
          `${each.lost} of ${each.acknowledged}`,
        ]),
  );
  return markdownTable(['peer', 'c', 'saves/s', 'CPU µs', 'lost'], rows);
}

function goalTable(goals: readonly Goal[]): string {
  return markdownTable(
    ['goal', 'measured', 'wanted', ''],
    goals.map((goal) => [
      goal.what,
      goal.measured === undefined ? '–' : String(Number(goal.measured.toPrecision(3))),
      goal.atLeast === undefined ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`,
      { true: 'met', false: '**missed**', undefined: 'not measured' }[String(isMet(goal))] ?? '',
    ]),
  );
}

const whole = (value: number | undefined): string => (value === undefined ? '–' : String(Math.round(value)));
