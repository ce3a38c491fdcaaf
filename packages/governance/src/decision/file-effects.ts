import type { ActionOf } from '../actions/action.ts';
import type { Effect } from '../shell/effect.ts';
import { hasHiddenCharacters } from '../shell/script/hidden-characters.ts';
import { homeMark } from '../shell/places/path.ts';
import { Scene } from '../shell/script/scene.ts';
import { literalArg } from '../shell/script/word.ts';

const head = 'file.write';
const setId = 0o6000;

/** What writing a file does: by the same table of places as for commands. */
export function writeEffects({ path, workspace_root: root, mode }: ActionOf<'file.write'>): readonly Effect[] {
  if (hasHiddenCharacters(path)) return [{ kind: 'refused', target: 'hidden_characters', certainty: 'certain', head }];
  const scene = new Scene(root, root);
  scene.touch('write', literalArg(path.replace(/^~[^/]*/, homeMark)), { head });
  if (mode !== undefined && (mode & setId) !== 0) scene.emit({ kind: 'privilege', target: path, certainty: 'certain', head });
  return scene.effects;
}
