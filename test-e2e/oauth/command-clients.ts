import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walk } from './flow.ts';
import type { Decider } from './flow.ts';

export interface CommandRun {
  readonly code: number | null;
  readonly output: string;
}

/** The address that a program asks its user to open. */
const authorizationAddress = /https?:\/\/\S+\/oauth\/authorize\?[\w.~%&=+-]+/;

/**
 * Runs a program that lists tools or the like, with a home of its own, and does what its user would: opens the address that it prints,
 * approves, and lets the browser go where it is sent.
 */
export async function runAndApprove(
  decider: Decider,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const home = await mkdtemp(join(tmpdir(), 'cairn-client-'));
  const child = spawn(process.execPath, [...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, BROWSER: 'true', ...env },
    timeout: 60_000,
  });
  const watch = watchOutput(decider, [child.stdout, child.stderr]);
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    await watch.approval();
    return { code, output: watch.output() };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export interface Watch {
  output(): string;
  /** Rejects when the approval failed; resolves when there was none. */
  approval(): Promise<unknown>;
}

/** Approves what is asked for in the output, once. */
export function watchOutput(decider: Decider, streams: readonly (NodeJS.ReadableStream | null)[]): Watch {
  let output = '';
  let approval: Promise<unknown> | undefined;
  const look = (chunk: string): void => {
    output += chunk;
    // The address ends where its line does.
    const [address] = authorizationAddress.exec(output.slice(0, output.lastIndexOf('\n') + 1)) ?? [];
    if (address === undefined || approval !== undefined) return;
    approval = letThrough(decider, address);
    approval.catch(() => {});
  };
  for (const stream of streams) stream?.setEncoding('utf8').on('data', look);
  return { output: () => output, approval: () => approval ?? Promise.resolve() };
}

async function letThrough(decider: Decider, address: string): Promise<void> {
  const answered = await fetch(await walk(decider, address));
  await answered.arrayBuffer();
}
