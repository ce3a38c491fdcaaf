import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDockerfile } from './dockerfile.ts';
import type { BuildStage } from './dockerfile.ts';

/** What an image would hold, as a folder of this machine. */
export interface ImageFolder {
  /** The working directory of the image. */
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** Program and arguments. */
  readonly command: readonly string[];
  remove(): void;
}

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Does what `docker build` would do with one of the project's Dockerfiles, without Docker: each stage is a folder, its paths are below
 * it, its commands run on this machine, with a prefix for global packages of its own. Packages come from this machine's store.
 * @throws Error with the output of the command that failed.
 */
export async function buildImage(app: string): Promise<ImageFolder> {
  const work = mkdtempSync(join(tmpdir(), `cairn-image-${app}-`));
  const built = new Map<string, BuiltStage>();
  try {
    for (const stage of readDockerfile(readFileSync(join(root, `docker/${app}.Dockerfile`), 'utf8')))
      built.set(stage.name, await buildStage(stage, join(work, stage.name === '' ? 'image' : stage.name), built));
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw error;
  }
  const image = built.get('') as BuiltStage;
  return {
    path: image.folder + image.workdir,
    env: image.env,
    command: image.command,
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}

interface BuiltStage {
  readonly folder: string;
  workdir: string;
  readonly env: Record<string, string>;
  command: readonly string[];
}

async function buildStage({ from, instructions }: BuildStage, folder: string, built: ReadonlyMap<string, BuiltStage>): Promise<BuiltStage> {
  const base = built.get(from);
  mkdirSync(join(folder, 'home'), { recursive: true });
  if (base) cpSync(base.folder, folder, { recursive: true, verbatimSymlinks: true });
  const stage: BuiltStage = { folder, workdir: base?.workdir ?? '/', env: { ...base?.env }, command: [] };
  for (const { name, rest } of instructions) {
    const step = steps[name];
    if (!step) throw new Error(`no way to do ${name} without Docker`);
    await step(stage, rest, built);
  }
  return stage;
}

type Step = (stage: BuiltStage, rest: string, built: ReadonlyMap<string, BuiltStage>) => void | Promise<void>;

const nothing: Step = () => {};

const steps: Readonly<Record<string, Step | undefined>> = {
  WORKDIR(stage, rest) {
    stage.workdir = resolve(stage.workdir, rest);
    mkdirSync(stage.folder + stage.workdir, { recursive: true });
  },
  ENV(stage, rest) {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) stage.env[name] = value;
  },
  COPY(stage, rest, built) {
    const from = /^--from=(\S+)\s+/.exec(rest);
    const [source = '', target = ''] = rest.slice(from?.[0].length ?? 0).split(/\s+/);
    const destination = resolve(stage.folder + stage.workdir, target);
    if (from) return copy(join(built.get(from[1] ?? '')?.folder ?? '', source), destination, target.endsWith('/'));
    return copyContext(destination);
  },
  RUN: (stage, rest) => run(stage, rest.replace(/^(?:--mount=\S+\s+)+/, '')),
  CMD(stage, rest) {
    stage.command = JSON.parse(rest) as string[];
  },
  USER: nothing,
  EXPOSE: nothing,
  VOLUME: nothing,
  HEALTHCHECK: nothing,
};

/** A folder's content goes into the target; a file goes into it, or to it where the target is not marked as a folder. */
function copy(source: string, destination: string, intoFolder: boolean): void {
  const isFile = !statSync(source).isDirectory();
  cpSync(source, isFile && intoFolder ? join(destination, source.split('/').at(-1) ?? '') : destination, {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** What `.dockerignore` lets through: a list of what to keep, and names that are left out of it wherever they are. */
function copyContext(destination: string): void {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const leftOut = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice('**/'.length));
  const filter = (path: string) => !leftOut.some((name) => matchesGlob(basename(path), name));
  for (const path of kept) cpSync(join(root, path), join(destination, path), { recursive: true, filter });
}

async function run(stage: BuiltStage, command: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('sh', ['-c', command], {
    cwd: stage.folder + stage.workdir,
    env: {
      // How this machine reaches the registry.
      ...process.env,
      ...stage.env,
      PATH: `${stage.folder}/prefix/bin:${PATH}`,
      npm_config_prefix: `${stage.folder}/prefix`,
      // The store and the settings of this machine's package manager; `~` in a command is the stage's.
      XDG_DATA_HOME: process.env['XDG_DATA_HOME'] ?? join(HOME, '.local/share'),
      XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] ?? join(HOME, '.config'),
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? join(HOME, '.cache'),
      npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(HOME, '.npmrc'),
      HOME: join(stage.folder, 'home'),
      CI: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((end) => child.once('close', end));
  if (code !== 0) throw new Error(`\`${command}\` ended with ${String(code)}:\n${output.slice(-4000)}`);
}
