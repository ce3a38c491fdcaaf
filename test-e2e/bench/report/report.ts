import type { LostSaves } from '../checks/lost-saves.ts';
import type { StandaloneResult } from '../checks/standalone.ts';
import type { CellRound } from '../cells/measure-rounds.ts';
import type { Cell } from '../cells/cell.ts';
import type { PeerResult } from '../peers/measure-peer.ts';

export interface Environment {
  readonly date: string;
  readonly command: string;
  readonly cores: number;
  readonly cpu: string;
  readonly node: string;
  readonly postgres: string;
  /** Load average of the last minute before and after. */
  readonly load: readonly [number, number];
}

export interface CellReport extends CellRound {
  readonly name: string;
  readonly server: Cell['server'];
  readonly concurrency: number;
}

export interface PeerReport {
  readonly name: string;
  /** One for each concurrency; or why there is none. */
  readonly results: readonly PeerResult[] | string;
}

export interface Goal {
  readonly what: string;
  /** Undefined when it could not be measured. */
  readonly measured: number | undefined;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Everything that a run found; the JSON file holds it as it is, with the rounds beside it. */
export interface Report {
  readonly environment: Environment;
  readonly cells: readonly CellReport[];
  readonly goals: readonly Goal[];
  readonly lostSaves?: LostSaves;
  readonly peers: readonly PeerReport[];
  readonly standalone?: StandaloneResult;
}
