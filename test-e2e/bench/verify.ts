/**
 * Verifies the audit of one project on the embedded store: every entry is read, hashed anew and held against the chain.
 *
 *     node --conditions=@cairn/source test-e2e/bench/verify.ts [--entries=100000] [--rounds=5]
 *
 * `per_cpu_second` counts the CPU of the whole process, the store's thread and garbage collection too, so that what else the machine does
 * matters less; on two free cores `per_second` is more, since one reads while the other hashes. Ends with 1 when the median of the former
 * is less than 50,000.
 */
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAuditLog, noSink } from '@cairn/audit';
import { openDatabase, openRepositories } from '@cairn/storage';
import { createCast } from '@cairn/test-kit';

const goal = 50_000;

function fail(error: unknown): never {
  throw error;
}

const { values } = parseArgs({ options: { entries: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } } });
const entries = Number(values.entries);
const dataDir = await mkdtemp(join(tmpdir(), 'cairn-verify-'));
const location = { kind: 'embedded', dataDir } as const;
const database = await openDatabase({ location, migrate: true, onWarning: (message) => process.stderr.write(`${message}\n`) });
const repositories = await openRepositories(database, Buffer.alloc(32, 7));
const { a } = await createCast(repositories);

// As the service writes them, each with its triggers and its place in the chain; many in a transaction, so that it takes less long.
const atOnce = 1000;
const client = await database.app.connect();
for (let written = 0; written < entries; written += atOnce) {
  await client.query('begin');
  await client.query("select set_config('cairn.project_id', $1, true)", [a.projectId]);
  await client.query(
    `select cairn.record_audit($1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, 'api_key', 'request ' || n || ' 4bf92f3577b34da6a3ce929d0e0e4736',
       'memory.save', gen_random_uuid()::text, 'done')
     from generate_series(1, $4::int) n`,
    [a.projectId, a.userId, a.credentialId, atOnce],
  );
  await client.query('commit');
}
client.release();

const { chains, signer } = repositories.audit;
const log = createAuditLog({ chains, signer, sink: noSink, onCheckpoint: () => {}, onFault: fail });

const rounds: { readonly perSecond: number; readonly perCpuSecond: number }[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) rounds.push(await verified());
const figures = { entries, per_second: median('perSecond'), per_cpu_second: median('perCpuSecond') };
process.stdout.write(`${JSON.stringify(figures)}\n`);
await database.close();
await rm(dataDir, { recursive: true });
if (figures.per_cpu_second < goal) process.exitCode = 1;

async function verified() {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const { tampering, entries: found } = await log.verify({ kind: 'project', id: a.projectId });
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  if (tampering !== undefined || found < entries) throw new Error(`not as it was written: ${JSON.stringify(tampering)}`);
  return { perSecond: (found / took) * 1000, perCpuSecond: (found / (user + system)) * 1_000_000 };
}

function median(figure: 'perSecond' | 'perCpuSecond'): number {
  const sorted = rounds.map((round) => round[figure]).toSorted((x, y) => x - y);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
