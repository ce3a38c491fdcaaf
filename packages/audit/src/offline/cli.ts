import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readCheckpoint } from '../checkpoints/checkpoint-line.ts';
import type { Chain } from '../chain/chain.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { linesIn } from './lines-in.ts';
import { isOf, UnreadableExport, verifyExport } from './verify-export.ts';
import { readLine } from './read-line.ts';
import type { ExportVerdict } from './verify-export.ts';

const usage = `Usage: cairn-audit-verify <export.ndjson | -> [--key <public key>] [--checkpoints <file>]... [--json]

Checks an export of the audit (GET /v1/audit/export) offline.

  --key          Ed25519 public key, base64url, that you had from the service before (GET /v1/audit/key)
  --checkpoints  file of checkpoints that the service kept outside of its database; may be given several times.
                 Those that are later than the export say nothing against it; a file without one of its chain is refused
  --json         tell the result as one line of JSON

Ends with 0 when everything is as it was written, 1 when it was tampered with, 2 when it could not be checked, 3 when it fits
together but no --key was given, so that anybody may have signed it.
`;

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The command line; gives the exit code. */
export async function runVerifier(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { file, key, checkpointFiles, isJson } = readArguments(args);
    const kept = await Promise.all(checkpointFiles.map(checkpointsIn));
    const input = file === '-' ? terminal.stdin : await opened(file);
    const verdict = await verifyExport(linesIn(input), { publicKey: key, checkpoints: kept.flat() });
    if (!verdict.tampering) requireOwn(checkpointFiles, kept, verdict.chain);
    terminal.stdout.write(isJson ? `${JSON.stringify(toJson(verdict, key !== undefined))}\n` : toText(verdict, key !== undefined));
    if (verdict.tampering) return 1;
    return key === undefined ? 3 : 0;
  } catch (error) {
    if (error instanceof WrongUsage) terminal.stderr.write(`${error.message}\n\n${usage}`);
    else if (error instanceof UnreadableExport) terminal.stderr.write(`This is no export of an audit: ${error.message}\n`);
    else terminal.stderr.write(`It could not be checked: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

class WrongUsage extends Error {}

/** A file that says nothing of the chain was given by mistake: what it should have vouched for is vouched for by nothing. */
function requireOwn(files: readonly string[], kept: readonly (readonly Checkpoint[])[], chain: Chain): void {
  const foreign = files.find((_file, at) => !kept[at]?.some((one) => isOf(chain, one)));
  if (foreign !== undefined) throw new Error(`${foreign} has no checkpoint of ${chain.kind} ${chain.id}, which the export is of`);
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parsed(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongUsage('Name one export, or - for standard input.');
  return { file, key: values.key, checkpointFiles: values.checkpoints ?? [], isJson: values.json ?? false };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, checkpoints: { type: 'string', multiple: true }, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : 'The arguments could not be read.');
  }
}

async function opened(file: string): Promise<NodeJS.ReadableStream> {
  const stream = createReadStream(file);
  await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
  return stream;
}

async function checkpointsIn(file: string): Promise<Checkpoint[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const checkpoint = readCheckpoint(readLine(line));
    if (!checkpoint) throw new Error(`${file} has a line that is no checkpoint`);
    return checkpoint;
  });
}

function toJson({ tampering, entries, head, chain, exportedAt, keyId, later }: ExportVerdict, isPinned: boolean) {
  return {
    valid: tampering === undefined,
    entries,
    head,
    ...(tampering && { first_bad_seq: tampering.firstBadSeq, reason: tampering.reason }),
    chain: chain.kind,
    id: chain.id,
    exported_at: exportedAt,
    key_id: keyId,
    key_given: isPinned,
    later_checkpoints: later,
  };
}

function toText({ tampering, entries, head, chain, exportedAt, keyId, later }: ExportVerdict, isPinned: boolean): string {
  const what = `the audit of ${chain.kind} ${chain.id}, exported ${exportedAt}`;
  if (tampering) return `TAMPERED: ${what}: ${tampering.reason} at entry ${tampering.firstBadSeq}; ${entries} entries before it fit.\n`;
  const pinned = isPinned ? '' : `\nIt fits together, signed by key ${keyId}. Give --key to be sure that this is the service's key.`;
  const beyond =
    later === 0
      ? ''
      : `\nIt ends before ${later} of the checkpoints, which were signed after it was made: nothing is said of what came later.`;
  return `Intact: ${what}: ${entries} entries, the last is ${head.seq} with hash ${head.hash}.${beyond}${pinned}\n`;
}
