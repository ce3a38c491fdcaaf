import { accountLine } from '../shared/account-line.ts';
import { h } from '../shared/dom.ts';
import { choice, field, heading, noticeLine, textButton, workButton } from '../shared/parts.ts';
import type { Screen } from '../shared/screen.ts';
import { extendable } from './choosing.ts';
import type { Flow } from './flow.ts';
import type { StateOf } from './flow-state.ts';

/** Where a person makes a project: their first one, or one more. */
export function newProjectScreen(first: StateOf<'new-project'>, flow: Flow): Screen<StateOf<'new-project'>> {
  const isFirst = first.choice === undefined;
  const places = extendable(first.workspaces);
  const workspace = h('select', { id: 'workspace' }, ...places.map(({ id, name }) => h('option', { value: id }, name)));
  const current = places.find(({ id }) => id === first.choice?.workspaceId) ?? places[0];
  workspace.value = current?.id ?? '';
  const name = field({
    id: 'project-name',
    label: 'Name of the project',
    type: 'text',
    autocomplete: 'off',
    maxlength: '128',
    hint: 'Memories and documents are kept by project. Apps see only the one they are connected to.',
  });
  const notice = noticeLine();
  const button = workButton('Create project', { work: 'making-project', kind: 'primary' });
  const submit = (event: Event): void => {
    event.preventDefault();
    void flow.makeProject({ name: name.input.value.trim(), workspaceId: current && workspace.value });
  };
  return {
    title: isFirst ? 'Create your first project' : 'New project',
    focus: name.input,
    nodes: [
      heading(isFirst ? 'Create your first project' : 'New project'),
      h(
        'form',
        { submit, class: 'form' },
        choice('Workspace', workspace, { hidden: places.length < 2 }),
        name.element,
        notice.element,
        button.element,
        isFirst ? undefined : textButton('Back', () => flow.take({ type: 'new-project-given-up' })),
      ),
      accountLine(first.person, () => void flow.switchAccount()),
    ],
    update({ busy, notice: told }) {
      notice.update(told);
      button.update(busy);
      name.input.setAttribute('aria-invalid', String(told?.kind === 'invalid'));
      if (told?.kind === 'invalid') name.input.focus();
    },
  };
}
