import type { Call } from '../script/call.ts';
import type { Scene } from '../script/scene.ts';
import { literalArg } from '../script/word.ts';

/** Options by which programs read the names of their files from their input. */
const fromInput: Readonly<Record<string, RegExp>> = {
  tar: /^(?:-[a-zA-Z]*T-?|-|--files-from(?:=-)?)$/,
  gtar: /^(?:-[a-zA-Z]*T-?|-|--files-from(?:=-)?)$/,
  bsdtar: /^(?:-[a-zA-Z]*T-?|-|--files-from(?:=-)?)$/,
  rsync: /^--files-from(?:=-)?$/,
  cpio: /^(?:-[a-zA-Z]*[op][a-zA-Z]*|--create|--pass-through)$/,
  pax: /^-[a-zA-Z]*w/,
  zip: /^-[a-zA-Z]*@|^-@$/,
  wc: /^--files0-from(?:=-)?$/,
  du: /^--files0-from(?:=-)?$/,
  sort: /^--files0-from(?:=-)?$/,
};

const mostNames = 16;

/** Tells which files a program reads whose names it is given to read. */
export function touchListed({ head, args, stdin }: Call, scene: Scene): void {
  const option = Object.hasOwn(fromInput, head) ? fromInput[head] : undefined;
  if (option === undefined || !args.some(({ texts }) => texts.some((text) => option.test(text)))) return;
  const names = (stdin?.texts ?? []).flatMap((text) => text.split(/[\n\0]/)).filter((name) => name !== '');
  for (const name of names.slice(0, mostNames)) scene.touch('read', literalArg(name), { head });
}
