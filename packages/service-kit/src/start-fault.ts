/** Why a process could not start, in one line for the person who started it. @internal */
export function startFault(error: unknown): string {
  if (!(error instanceof Error)) return `Cairn could not start: ${String(error)}`;
  if (error instanceof SettingFault) return error.message;
  return listenFault(error, 'PORT') ?? `Cairn could not start: ${sentences(error).join(': ')}`;
}

/** Why nothing can listen at an address; undefined when it is another failure. `setting` is the one of the port. */
function listenFault(error: Error, setting: string): string | undefined {
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `${setting}: ${address}:${port} is in use by another program; stop it or set another ${setting}`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is not an address of this machine`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `HOST: there is no address of that name; set an address of this machine`;
  if (code === 'EACCES' && port !== undefined) return `${setting}: this user may not listen on ${port}; take one above 1023`;
  return undefined;
}

/** A start that failed for what a setting names. */
class SettingFault extends Error {}

/** What `work` gives; when it fails, an error that names the setting to look at. */
export async function namingSetting<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new SettingFault(`${setting}: ${error instanceof Error ? sentences(error).join(': ') : String(error)}`, { cause: error });
  }
}

/** What `listening` gives; when it fails, an error that names the setting of the port, where that is not PORT. */
export async function namingPort<Result>(setting: string, listening: Promise<Result>): Promise<Result> {
  return listening.catch((error: unknown) => {
    const fault = error instanceof Error ? listenFault(error, setting) : undefined;
    throw fault === undefined ? error : new SettingFault(fault, { cause: error });
  });
}

/** The error's message and those of its causes, each on one line. */
function sentences(error: Error): string[] {
  const own = error.message.replace(/\s+/g, ' ').trim() || (error as NodeJS.ErrnoException).code || error.name;
  return error.cause instanceof Error ? [own, ...sentences(error.cause)] : [own];
}

/** Runs a process's `start`; when it fails, one line on stderr says why and the process ends with 1. */
export async function startOrExit(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${startFault(error)}\n`);
    process.exit(1);
  }
}
