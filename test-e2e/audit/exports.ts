import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { save } from '../memories/remembered.ts';
import type { Project, Suite } from '../product/stage.ts';

const verifier = fileURLToPath(new URL('../../packages/audit/bin/cairn-audit-verify.mjs', import.meta.url));

export const exportSuite: Suite = (stage) => {
  describe('an export', () => {
    let folder: string;
    let project: Project;
    let lines: readonly string[];
    let key: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'cairn-export-'));
      project = await stage.newProject();
      for (let n = 0; n < 5; n += 1) await save(project.caller, `note ${n}`);
      await signed(project);
      lines = (await project.caller.rest('GET', '/v1/audit/export')).text.trimEnd().split('\n');
      key = (await project.caller.rest('GET', '/v1/audit/key')).body.public_key;
    });
    afterAll(() => rm(folder, { recursive: true }));

    /** The verifier's exit code and what it found, with no server to ask. */
    async function verify(text: readonly string[], ...args: readonly string[]) {
      const file = join(folder, 'export.ndjson');
      await writeFile(file, `${text.join('\n')}\n`);
      const child = spawn(process.execPath, [verifier, file, '--json', ...args], { env: { PATH: process.env['PATH'] ?? '' } });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      const [code] = await once(child, 'close');
      return { code: code as number, found: JSON.parse(out) as unknown };
    }

    /** Files that the service keeps its checkpoints in. */
    async function signed({ id, caller }: Project): Promise<string> {
      const { head } = (await caller.rest('GET', '/v1/audit/verify')).body;
      for (const { dataDir } of stage.products) {
        const name = (await readdir(join(dataDir, 'audit'))).find((one) => one.includes(id));
        const path = join(dataDir, 'audit', name ?? 'none');
        if (name !== undefined && (await readFile(path, 'utf8')).includes(`"seq":${head.seq},`)) return path;
      }
      throw new Error('no checkpoint of the verified chain is outside of the database');
    }

    test('holds every entry and is intact to somebody who has nothing but it and the key', async () => {
      expect(lines.filter((line) => line.startsWith('{"type":"entry"'))).toHaveLength(7);
      expect(await verify(lines, '--key', key)).toMatchObject({ code: 0, found: { valid: true, entries: 7, key_given: true } });
      expect(await verify(lines)).toMatchObject({ code: 3 });
    });

    test('fits what the service keeps outside of its database', async () => {
      expect(await verify(lines, '--key', key, '--checkpoints', await signed(project))).toMatchObject({ code: 0 });
    });

    test('that was made before more was written and signed is still intact', async () => {
      const other = await stage.newProject();
      await save(other.caller, 'early');
      const early = (await other.caller.rest('GET', '/v1/audit/export')).text.trimEnd().split('\n');
      await save(other.caller, 'late');
      const { code, found } = await verify(early, '--key', key, '--checkpoints', await signed(other));
      expect([code, found]).toEqual([0, expect.objectContaining({ valid: true, later_checkpoints: expect.any(Number) })]);
      expect((found as { later_checkpoints: number }).later_checkpoints).toBeGreaterThan(0);
    });

    const isSigned = (line: string, seq: number): boolean => line.startsWith('{"type":"checkpoint"') && line.includes(`"seq":${seq},`);
    const isEntry = (line: string, seq: number): boolean => line.startsWith(`{"type":"entry","seq":${seq},`);
    test.each([
      [
        'an edited entry',
        (all: readonly string[]) => all.map((line) => (isEntry(line, 4) ? line.replace('"done"', '"denied"') : line)),
        'entry_changed',
        4,
      ],
      ['a deleted entry', (all: readonly string[]) => all.filter((line) => !isEntry(line, 4) && !isSigned(line, 4)), 'entry_missing', 4],
      [
        'a cut tail',
        (all: readonly string[]) =>
          all.slice(
            0,
            all.findIndex((line) => isEntry(line, 7)),
          ),
        'incomplete',
        7,
      ],
      [
        'a name that comes twice',
        (all: readonly string[]) => all.map((line) => (isEntry(line, 4) ? line.replace('"seq":4', '"seq":1,"seq":4') : line)),
        'incomplete',
        4,
      ],
      [
        'another key in its first line',
        ([head = '', ...rest]: readonly string[]) => [head.replace(key, 'A'.repeat(43)), ...rest],
        'key_differs',
        1,
      ],
      ['nothing left', (all: readonly string[]) => [all[0] ?? '', all.at(-1) ?? ''], 'tail_missing', 1],
    ])('with %s is reported', async (_name, change, reason, seq) => {
      expect(await verify(change(lines), '--key', key)).toMatchObject({ code: 1, found: { valid: false, reason, first_bad_seq: seq } });
    });
  });
};
