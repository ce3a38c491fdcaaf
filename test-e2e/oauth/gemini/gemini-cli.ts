import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { walk } from '../flow.ts';
import type { Decider } from '../flow.ts';

const program = createRequire(import.meta.url).resolve('@google/gemini-cli/bundle/gemini.js');
const withinMs = 60_000;

/** The Gemini CLI with a home of its own, which knows the product as the server `cairn`. */
export interface GeminiCli {
  /** What `gemini mcp list` says of its servers, connecting to them. */
  list(): Promise<string>;
  /** Signs in with `/mcp auth`, approving in the page that it opens; gives what it says. */
  signIn(decider: Decider): Promise<string>;
  /** Has it answer a prompt. */
  prompt(text: string): Promise<string>;
  remove(): Promise<void>;
}

/** Takes what a browser is sent to; the client finds it before any browser of the machine. */
const browserStandIn = '#!/bin/sh\ncd "${0%/*}" && printf %s "$1" > draft && mv draft opened\n';

/** @param modelUrl where its model is, asked with a key, so that no account comes into it */
export async function createGeminiCli(mcpUrl: string, modelUrl: string): Promise<GeminiCli> {
  const home = await mkdtemp(join(tmpdir(), 'cairn-gemini-'));
  const opened = join(home, 'bin', 'opened');
  await mkdir(join(home, 'bin'));
  for (const name of ['xdg-open', 'open']) await writeFile(join(home, 'bin', name), browserStandIn, { mode: 0o755 });
  await mkdir(join(home, '.gemini'));
  await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }));
  const start = (args: readonly string[]) => startGemini(args, home, modelUrl);

  await start(['mcp', 'add', '--scope', 'user', '--transport', 'http', '--trust', 'cairn', mcpUrl]).ended;
  return {
    list: () => start(['mcp', 'list']).ended,
    prompt: (text) => start(['--model', 'gemini-2.5-flash', '--prompt', text]).ended,
    async signIn(decider) {
      await rm(opened, { force: true });
      const run = start(['--prompt', '/mcp auth cairn']);
      // It asks whether it may open a browser. What comes on the input before that is taken for a part of the prompt.
      await run.says('[Y/n]');
      run.enter('y');
      const answered = await fetch(await walk(decider, await openedAddress(opened)));
      await answered.arrayBuffer();
      return run.ended;
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

interface Run {
  /** Resolves once the output has the text. */
  says(text: string): Promise<void>;
  enter(line: string): void;
  /** All that it said, once it has ended. Not its code: a prompt that is a command of its own ends with 42 although it was done. */
  readonly ended: Promise<string>;
}

function startGemini(args: readonly string[], home: string, modelUrl: string): Run {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home,
    stdio: [args.includes('/mcp auth cairn') ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    timeout: withinMs,
    env: {
      PATH: [join(home, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_FORCE_FILE_STORAGE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // Nothing listens there, so that it reports to nobody where it has a network.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = new Promise<string>((resolve, reject) => child.once('error', reject).once('close', () => resolve(output)));
  return {
    ended,
    says: (text) =>
      until(
        () => (output.includes(text) ? true : undefined),
        () => `it never said ${text}: ${output}`,
      ).then(() => {}),
    enter: (line) => child.stdin?.end(`${line}\n`),
  };
}

function openedAddress(path: string): Promise<string> {
  return until(
    () => readFile(path, 'utf8').catch(() => undefined),
    () => 'it opened no address',
  );
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>, complaint: () => string): Promise<T> {
  const end = performance.now() + withinMs / 2;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(complaint());
}
