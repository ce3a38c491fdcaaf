import { accountLine } from '../shared/account-line.ts';
import { h } from '../shared/dom.ts';
import { choice, heading, noticeLine, textButton, workButton } from '../shared/parts.ts';
import type { Screen } from '../shared/screen.ts';
import type { Choice, Workspace } from './asked.ts';
import { extendable } from './choosing.ts';
import { clientCard, clientName } from './client-card.ts';
import { shownName } from './client-text.ts';
import type { Flow } from './flow.ts';
import type { StateOf } from './flow-state.ts';
import { abilitiesOf, limits } from './words.ts';

/** Where a person allows or denies. */
export function consentScreen(first: StateOf<'consent'>, flow: Flow): Screen<StateOf<'consent'>> {
  const { client, workspaces } = first;
  const title = heading('Connect ', clientName(client), ' to Cairn?');
  const chooser = projectChooser(workspaces, flow);
  const abilities = abilityList(workspaces);
  const notice = noticeLine();
  const allow = workButton('Allow', { work: 'approving', kind: 'primary', click: () => void flow.approve() });
  const deny = workButton('Deny', { work: 'denying', kind: 'secondary', click: () => void flow.deny() });
  return {
    title: `Connect ${shownName(client)}?`,
    focus: title,
    nodes: [
      title,
      clientCard(client),
      chooser.element,
      h('h2', {}, 'It will be able to'),
      abilities.element,
      h('p', { class: 'limits' }, limits),
      notice.element,
      h('div', { class: 'decision' }, allow.element, deny.element),
      accountLine(first.person, () => void flow.switchAccount()),
    ],
    update(state) {
      chooser.update(state.choice);
      abilities.update(state.choice);
      notice.update(state.notice);
      for (const button of [allow, deny]) button.update(state.busy);
    },
  };
}

/** A part that follows the choice. */
interface ChoicePart {
  readonly element: HTMLElement;
  update(choice: Choice): void;
}

/** What the app will be able to do, by the person's role in the chosen workspace. */
function abilityList(workspaces: readonly Workspace[]): ChoicePart {
  const element = h('ul', { class: 'abilities' });
  return {
    element,
    update({ workspaceId }) {
      const role = workspaces.find(({ id }) => id === workspaceId)?.role ?? '';
      element.replaceChildren(...abilitiesOf(role).map((text) => h('li', {}, text)));
    },
  };
}

function projectChooser(workspaces: readonly Workspace[], flow: Flow): ChoicePart {
  const workspace = h(
    'select',
    { id: 'workspace', change: () => flow.take({ type: 'workspace-chosen', workspaceId: workspace.value }) },
    ...workspaces.map(({ id, name }) => h('option', { value: id }, name)),
  );
  const project = h('select', { id: 'project', change: () => flow.take({ type: 'project-chosen', projectId: project.value }) });
  const element = h(
    'div',
    { class: 'chooser' },
    choice('Workspace', workspace, { hidden: workspaces.length === 1 }),
    choice('Project', project),
    extendable(workspaces).length === 0
      ? undefined
      : h(
          'p',
          { class: 'aside' },
          textButton('New project', () => flow.take({ type: 'new-project-wanted' })),
        ),
  );
  let shown: string | undefined;
  return {
    element,
    update({ workspaceId, projectId }) {
      workspace.value = workspaceId;
      if (shown !== workspaceId) project.replaceChildren(...projectOptions(workspaces, workspaceId));
      shown = workspaceId;
      project.value = projectId ?? '';
    },
  };
}

function projectOptions(workspaces: readonly Workspace[], workspaceId: string): readonly Node[] {
  const projects = workspaces.find(({ id }) => id === workspaceId)?.projects ?? [];
  return projects.length > 0
    ? projects.map(({ id, name }) => h('option', { value: id }, name))
    : [h('option', { value: '' }, 'No project here yet')];
}
