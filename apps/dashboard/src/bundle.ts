import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import type { BuildOptions, Metafile, OutputFile } from 'esbuild';

/** A file that the page loads. Its name changes with its content. */
export interface BundledFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Bundle {
  readonly files: readonly BundledFile[];
  /** The script that starts the page. */
  readonly script: string;
  /** What it imports before it can run. */
  readonly preload: readonly string[];
  readonly style: string;
  readonly icon: string;
}

/** The browser's part of this package. It is there as source in a checkout and in an installed package alike. */
const folder = fileURLToPath(new URL('../src/page/', import.meta.url));

/**
 * Makes the page's scripts and its style from their sources, in memory and in a process of the bundler's own. A tenth of a second, so
 * that a start needs no build before it and there is one form of the page.
 */
export async function bundlePage(): Promise<Bundle> {
  const { outputFiles, metafile } = await bundled({
    absWorkingDir: folder,
    entryPoints: { dashboard: 'main.tsx', style: 'style/index.css', icon: 'icon.svg' },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2023', 'chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    loader: { '.svg': 'copy' },
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'silent',
  });
  const entry = (source: string): string => entryOf(metafile, source);
  const script = entry('main.tsx');
  return {
    files: outputFiles.map(fileOf),
    script,
    preload: staticImports(metafile, script),
    style: entry('style/index.css'),
    icon: entry('icon.svg'),
  };
}

let running = 0;

/** The bundler's process would stay for the next time, of which there is none in a service. */
async function bundled(options: BuildOptions & { readonly metafile: true }) {
  running += 1;
  try {
    return await build({ ...options, write: false });
  } finally {
    running -= 1;
    if (running === 0) await stop();
  }
}

function fileOf({ path, contents }: OutputFile): BundledFile {
  const name = path.slice(folder.length);
  return { name, type: typeOf(name), bytes: Buffer.from(contents) };
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript; charset=utf-8';
  return name.endsWith('.css') ? 'text/css; charset=utf-8' : 'image/svg+xml';
}

/** The name of what an entry became. */
function entryOf({ outputs }: Metafile, source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (found === undefined) throw new Error(`the bundler made nothing of ${source}`);
  return found[0];
}

/** What a script needs at once, and what that needs, without what is loaded later. */
function staticImports({ outputs }: Metafile, script: string): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const { path, kind } of outputs[name]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit(script);
  return [...found];
}
