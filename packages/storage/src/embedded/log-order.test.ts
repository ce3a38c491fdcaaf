import { expect, test } from 'vitest';
import { announceChanges, type Operations } from './log-order.ts';

test('all operations of the file system are announced before they run, but for those that only read', () => {
  const order: string[] = [];
  const names =
    'getattr setattr lookup mknod rename unlink rmdir readdir symlink readlink statfs open close dup read write llseek mmap msync allocate';
  const operations: Operations = Object.fromEntries(
    names.split(' ').map((name) => [name, (...args) => order.push([name, ...args].join(' '))]),
  );
  announceChanges(operations, (name, target) => order.push(['before', name, 'of', target].join(' ')));
  for (const operation of Object.values(operations)) operation('file', 1);
  const announced = order.filter((line) => line.startsWith('before')).map((line) => line.split(' ')[1]);
  expect(announced).toEqual(['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink', 'close', 'write', 'msync', 'allocate']);
  for (const name of announced) expect(order[order.indexOf(`before ${name} of file`) + 1]).toBe(`${name} file 1`);
  expect(order.filter((line) => !line.startsWith('before'))).toEqual(names.split(' ').map((name) => `${name} file 1`));
});
