import { h } from '../dom.ts';
import type { Flow } from '../flow.ts';
import type { Notice } from '../flow-state.ts';
import { shownName } from '../client-text.ts';
import { clientCard, clientName, field, heading, noticeLine, textButton, workButton } from './parts.ts';
import type { Screen, StateOf } from './screen.ts';

type Door = 'sign-in' | 'sign-up';

const words = {
  'sign-in': { verb: 'Sign in', work: 'signing-in', other: 'sign-up', question: 'New to Cairn?', otherVerb: 'Create an account' },
  'sign-up': { verb: 'Create an account', work: 'signing-up', other: 'sign-in', question: 'Have an account?', otherVerb: 'Sign in' },
} as const;

/** Where a person signs in or makes an account, and sees who asks before they do. */
export function doorScreen(first: StateOf<Door>, flow: Flow): Screen<StateOf<Door>> {
  const { verb, work, other, question, otherVerb } = words[first.screen];
  const isNew = first.screen === 'sign-up';
  const email = field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', maxlength: '320' });
  const password = field({
    id: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: isNew ? 'new-password' : 'current-password',
    maxlength: '1024',
    ...(isNew && { hint: 'At least 8 characters. A few words that only you would put together are good.' }),
  });
  const notice = noticeLine();
  const button = workButton(verb, { work, kind: 'primary' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const credentials = { email: email.input.value.trim(), password: password.input.value };
    void (isNew ? flow.signUp(credentials) : flow.signIn(credentials));
  };
  const form = h('form', { submit, class: 'form' }, email.element, password.element, notice.element, button.element);
  return {
    title: `${verb} to connect ${shownName(first.client)}`,
    focus: email.input,
    nodes: [
      heading(`${verb} to connect `, clientName(first.client)),
      clientCard(first.client),
      form,
      ...(first.canSignUp
        ? [
            h(
              'p',
              { class: 'aside' },
              `${question} `,
              textButton(otherVerb, () => flow.take({ type: 'door-chosen', door: other })),
            ),
          ]
        : []),
    ],
    update({ busy, notice: told }) {
      notice.update(told);
      button.update(busy);
      const wrong = told && wrongInput(told, { email: email.input, password: password.input });
      for (const input of [email.input, password.input]) input.setAttribute('aria-invalid', String(input === wrong));
      wrong?.focus();
    },
  };
}

/** The input to correct. */
function wrongInput<Input>(notice: Notice, { email, password }: { readonly email: Input; readonly password: Input }): Input | undefined {
  if (notice.kind === 'wrong-credentials' || notice.kind === 'cannot-enter') return password;
  if (notice.kind !== 'invalid') return undefined;
  const [issue] = notice.issues;
  if (issue?.path === 'email') return email;
  return issue?.path === 'password' ? password : undefined;
}
