import type { Call } from '../script/call.ts';
import type { Scene } from '../script/scene.ts';
import { literalArg } from '../script/word.ts';
import { words } from '../words.ts';

/** Programs that run what files of a directory say, with the options by which they are told of another directory, or of such a file. */
const options: Readonly<Record<string, readonly string[] | undefined>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(words('make gmake ninja').map((name) => [name, words('-C --directory -f --file --makefile')])),
  ...Object.fromEntries(words('npm npx pnpm pnpx yarn bun bunx').map((name) => [name, words('-C --prefix --dir --cwd')])),
  cargo: words('-C --manifest-path'),
  go: words('-C'),
  mvn: words('-f --file'),
  gradle: words('-p --project-dir -b --build-file -I --init-script'),
  uv: words('--directory --project'),
  poetry: words('-C --directory -P --project'),
  just: words('-f --justfile -d --working-directory'),
  rake: words('-f --rakefile'),
  bundle: words('--gemfile'),
  composer: words('-d --working-dir'),
});

/** Tells of the directories whose files say what a program runs, where they are not in the workspace. */
export function obeyNamedFolders({ head, args }: Call, scene: Scene): void {
  const known = options[head];
  if (known === undefined) return;
  scene.obey(literalArg('.'), head);
  for (const [at, { texts, literal }] of args.entries()) {
    const next = args[at + 1];
    for (const text of texts) {
      if (known.includes(text) && next !== undefined) scene.obey(next, head);
      const [name = '', ...value] = text.split('=');
      if (known.includes(name) && value.length > 0) scene.obey({ texts: [value.join('=')], literal }, head);
      else if (/^-[A-Za-z][^-=]/.test(text) && known.includes(text.slice(0, 2))) scene.obey({ texts: [text.slice(2)], literal }, head);
    }
  }
}
