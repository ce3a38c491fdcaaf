import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const run = promisify(execFile);

/** A Chromium that can be started. */
export interface Chromium {
  readonly program: string;
  /** What it is started with, beside the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Of the npm package; its entry is one folder below. */
const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');

/**
 * The browser that `CAIRN_TEST_CHROMIUM` names; else the one that comes in an npm package with the libraries and a font that it needs,
 * so that it runs the same on every Linux of this processor. The first call on a machine unpacks it into the user's cache folder.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CAIRN_TEST_CHROMIUM'];
  if (named) return { program: named, env: {} };
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const home = join(cacheFolder(), `chromium-${version}`);
  if (!existsSync(home)) await unpackInto(home);
  return {
    program: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'lib'), FONTCONFIG_PATH: home, HOME: home },
  };
}

/** Made beside its place and moved there when whole, so that a broken run, or two at once, leave no half folder behind. */
async function unpackInto(home: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true });
  const draft = await mkdtemp(`${home}.`);
  try {
    await inflate('chromium', join(draft, 'chromium'));
    await chmod(join(draft, 'chromium'), 0o755);
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      await inflate(`${name}.tar`, join(draft, `${name}.tar`));
      await run('tar', ['-xf', join(draft, `${name}.tar`), '-C', draft, '--no-same-owner']);
      await rm(join(draft, `${name}.tar`));
    }
    await writeFile(join(draft, 'fonts.conf'), fontsConfiguration(home));
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function inflate(name: string, target: string): Promise<void> {
  const packed = join(packageFolder, 'bin', `${name}.br`);
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(target));
}

/** Only the font of the package: what machines have by themselves differs. */
const fontsConfiguration = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;

function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/cairn';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cairn');
}
