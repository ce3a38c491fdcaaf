import { describe, expect, it } from 'vitest';
import { isFlag } from './flag.ts';

const others = (given: string, named: string) => isFlag(given, named, { each: false });

describe('an option', () => {
  it.each([
    ['-f', '-f'],
    ['-vf', '-f'],
    ['-fv', '-f'],
    ['--force', '--force'],
    ['--forc', '--force'],
    ['--f', '--force'],
  ])('%s is %s in a rule that does not allow', (given, named) => {
    expect(others(given, named)).toBe(true);
    expect(isFlag(given, named, { each: true })).toBe(given === named);
  });

  it.each([
    ['-v', '-f'],
    ['--', '--force'],
    ['--forced', '--force'],
    ['--force', '-f'],
    ['-force', '--force'],
    ['-delete', '-del'],
  ])('%s is not %s', (given, named) => {
    expect(others(given, named)).toBe(false);
  });
});
