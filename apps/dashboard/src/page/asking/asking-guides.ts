import type { Step } from '../ui/step.ts';
import { bridge, claudeCodeHooks, codexHooks, cursorHooks, firstAsk, keyExport } from './hook-configs.ts';
import type { Access } from './hook-configs.ts';

export interface AskingGuide {
  readonly id: string;
  readonly name: string;
  readonly steps: (access: Access) => readonly Step[];
}

const exported = (access: Access): NonNullable<Step['code']> => ({ title: 'Terminal', text: keyExport(access) });
const bridged = (access: Access): Step => ({
  text: 'Save this script. It hands each call to Cairn and prints the answer. It fails closed: when Cairn does not answer, or something else does, the call is blocked.',
  code: { title: '~/.cairn/hook.sh', text: bridge(access) },
});

const byHand: AskingGuide = {
  id: 'by-hand',
  name: 'Try it',
  steps: (access) => [
    {
      text: 'Ask for something that people decide on, as an agent would. Run this in a terminal.',
      code: { title: 'Terminal', text: firstAsk(access) },
    },
    {
      text: 'It waits in Approvals within ten seconds. Open it there, look at what would be done, and approve or deny it. Whoever asked cannot approve; if you work alone, the card says how you may.',
    },
    { text: 'Run the same line again. It is allowed now, with a permit that begins it once, or denied. Nothing is published by it.' },
  ],
};

const claudeCode: AskingGuide = {
  id: 'claude-code',
  name: 'Claude Code',
  steps: (access) => [
    { text: 'Put the key into the environment that Claude Code starts in, such as your shell’s profile.', code: exported(access) },
    {
      text: 'Add this to the file, or to .claude/settings.json of one project, and start Claude Code again. Every command, write, fetch, MCP tool and subagent is decided on before it happens, and the audit tells what became of it. It fails closed: when Cairn does not answer, the call is blocked.',
      code: { title: '~/.claude/settings.json', text: claudeCodeHooks(access) },
    },
    {
      text: 'Tell it to run “npm publish”: that waits in Approvals. The person at the terminal may let it run without an approval, which the audit shows; put ?on_approval=deny behind the first address, and it waits for the approval instead.',
    },
  ],
};

const codex: AskingGuide = {
  id: 'codex',
  name: 'Codex',
  steps: (access) => [
    { text: 'Put the key into the environment that Codex starts in, such as your shell’s profile.', code: exported(access) },
    bridged(access),
    {
      text: 'Add this to the file. Every command, patch and MCP tool is decided on before it happens.',
      code: { title: '~/.codex/config.toml', text: codexHooks },
    },
    { text: 'Start Codex again, look at the hooks with /hooks and trust them: until then Codex passes over them.' },
    { text: 'Tell it to run “npm publish”: that is denied and waits in Approvals. Once it is approved, it runs the next time.' },
  ],
};

const cursor: AskingGuide = {
  id: 'cursor',
  name: 'Cursor',
  steps: (access) => [
    {
      text: 'Put the key into the environment, and start Cursor from that terminal (“cursor .”), so that its hooks have it.',
      code: exported(access),
    },
    bridged(access),
    {
      text: 'Add this to the file. Every command, MCP tool, read and write is decided on before it happens; set all of them, as each leaves to the others what is theirs.',
      code: { title: '~/.cursor/hooks.json', text: cursorHooks },
    },
    {
      text: 'Tell its agent to run “npm publish”: Cursor asks, and it waits in Approvals. Once it is approved, it runs without a question.',
    },
  ],
};

/** How agents come to ask, the shortest way first. */
export const askingGuides: readonly AskingGuide[] = [byHand, claudeCode, codex, cursor];
