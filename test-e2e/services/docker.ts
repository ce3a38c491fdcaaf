import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Service } from './service.ts';
import { until } from './until.ts';
import { whenThisProcessIsGone } from './watchdog.ts';

const run = promisify(execFile);

const ANSWER_TIMEOUT_MS = 3000;
const PULL_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 60_000;

type ContainerDescription = {
  readonly image: string;
  readonly url: string;
  /** Port of 127.0.0.1 under which `innerPort` of the container is reached. */
  readonly port: number;
  readonly innerPort: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Resolves when the server answers. */
  readonly ready: () => Promise<void>;
};

/** Why Docker can't be used here, undefined when it can: its daemon answers, and on this machine. */
export async function whyNoDocker(): Promise<string | undefined> {
  const host = process.env['DOCKER_HOST'] ?? 'unix://';
  if (!host.startsWith('unix://')) return 'Docker runs on another machine (DOCKER_HOST)';
  try {
    await run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: ANSWER_TIMEOUT_MS });
    return undefined;
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return absent ? 'there is no Docker' : 'Docker does not answer';
  }
}

/** Starts a container and resolves once its server answers. The image is pulled when it isn't there. */
export async function startContainer(description: ContainerDescription): Promise<Service> {
  const { url, ready } = description;
  await pullOnce(description.image);
  const id = await create(description);
  const disarm = whenThisProcessIsGone('docker rm --force --volumes "$1"', [id]);
  // Each try starts it anew: after a kill the server may find its own lock, and end. One that runs is left alone.
  const attempt = async () => {
    await run('docker', ['start', id]);
    await ready();
  };
  const start = () => until(attempt, { timeoutMs: START_TIMEOUT_MS });
  const stop = async () => {
    await run('docker', ['stop', '-t', '15', id]);
  };
  const service: Service = {
    url,
    stop,
    kill: async () => {
      if (await isRunning(id)) await run('docker', ['kill', id]);
    },
    restart: async () => {
      await stop();
      await start();
    },
    pause: async () => {
      await run('docker', ['pause', id]);
    },
    resume: async () => {
      await run('docker', ['unpause', id]);
    },
    remove: async () => {
      disarm();
      await run('docker', ['rm', '--force', '--volumes', id]);
    },
  };
  try {
    await start();
  } catch (error) {
    await service.remove();
    throw error;
  }
  return service;
}

async function isRunning(id: string): Promise<boolean> {
  const { stdout } = await run('docker', ['inspect', '--format', '{{.State.Running}}', id]);
  return stdout.trim() === 'true';
}

async function create({ image, port, innerPort, environment, args }: ContainerDescription): Promise<string> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const { stdout } = await run('docker', ['create', '--publish', `127.0.0.1:${port}:${innerPort}`, ...variables, image, ...args]);
  return stdout.trim();
}

async function pullOnce(image: string): Promise<void> {
  await run('docker', ['image', 'inspect', image]).catch(() => run('docker', ['pull', '--quiet', image], { timeout: PULL_TIMEOUT_MS }));
}
