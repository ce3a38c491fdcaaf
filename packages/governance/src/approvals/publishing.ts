import type { SeenCommand } from '../shell/script/scene.ts';
import { words } from '../shell/words.ts';

/** Programs that put something out for others, by where it then is; and the words that tell them to, each of a step somewhere among theirs. */
const publishers: readonly (readonly [where: string, programs: string, steps: readonly string[]])[] = [
  ['npm', 'npm pnpm yarn bun cnpm tnpm vlt lerna rush nx changeset changesets beachball', ['publish']],
  ['npm', 'np semantic-release release-it release-please standard-version', ['']],
  ['jsr', 'jsr deno', ['publish']],
  ['crates', 'cargo', ['publish', 'release']],
  ['crates', 'cargo-publish cargo-release', ['']],
  ['pypi', 'twine uv poetry hatch flit pdm rye maturin setup.py', ['publish', 'upload']],
  ['gems', 'gem rake', ['push', 'release']],
  ['image', 'docker podman nerdctl buildah crane skopeo regctl oras img ko kaniko', ['push', '--push', 'copy', 'cp', 'publish']],
  ['release', 'gh glab hub tea goreleaser ghr', ['release']],
  [
    'maven',
    'mvn mvnw mvnd gradle gradlew sbt lein',
    ['deploy', 'publish', 'publishToMavenCentral', 'publishAllPublicationsToMavenCentral'],
  ],
  ['nuget', 'nuget dotnet', ['push']],
  ['chart', 'helm', ['push']],
  ['extension', 'vsce ovsx', ['publish']],
  ['pods', 'pod', ['push']],
  ['pub', 'dart flutter pub', ['publish', 'lish']],
  ['hex', 'mix rebar3', ['hex.publish', 'publish']],
  ['hackage', 'cabal stack', ['upload']],
  ['conda', 'conda anaconda', ['upload']],
  ['rocks', 'luarocks', ['upload']],
  ['snap', 'snapcraft', ['upload', 'push', 'release']],
];

const byProgram = Map.groupBy(
  publishers.flatMap(([where, programs, steps]) => words(programs).map((program) => ({ program, where, steps }))),
  ({ program }) => program,
);

/** Words that are looked at behind a program that another one may run. */
const mostBehind = 64;

/** Where a command publishes, by whichever program does that there. */
export function publishedBy({ head, args }: SeenCommand): readonly string[] {
  return published(head, args);
}

/** Where it may: by itself, or by a program that is among its words. */
export function mayPublish({ head, args }: SeenCommand): readonly string[] {
  const all = args.flatMap((arg) => arg.split(/\s+/));
  const behind = all.flatMap((word, at) => published(word.split('/').at(-1) ?? word, all.slice(at + 1, at + 1 + mostBehind)));
  return [...publishedBy({ head, args, flags: [] }), ...behind];
}

function published(program: string, args: readonly string[]): readonly string[] {
  const known = byProgram.get(program);
  if (known === undefined) return [];
  const first = args.find((arg) => !arg.startsWith('-')) ?? '';
  return known.flatMap(({ where, steps }) =>
    steps.some((step) => step === '' || args.includes(step) || isShortened(program, first, step)) ? [`publish ${where}`] : [],
  );
}

/** npm takes the beginning of a step for the step. */
const isShortened = (program: string, given: string, step: string): boolean =>
  program.endsWith('npm') && given.length > 1 && step === 'publish' && step.startsWith(given);
