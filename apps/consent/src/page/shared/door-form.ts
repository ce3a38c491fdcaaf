import { h } from './dom.ts';
import { doorWords } from './door.ts';
import type { Door } from './door.ts';
import type { Notice, OwnWords, Waiting } from './notice.ts';
import { field, noticeLine, textButton, workButton } from './parts.ts';
import type { Credentials } from './people-api.ts';

export interface DoorActions {
  readonly signIn: (credentials: Credentials) => Promise<void>;
  readonly signUp: (credentials: Credentials) => Promise<void>;
  /** Undefined where people cannot make accounts. */
  readonly goTo: ((door: Door) => void) | undefined;
}

export interface DoorForm {
  readonly nodes: readonly Node[];
  readonly focus: HTMLElement;
  update(state: Waiting): void;
}

/** Where a person signs in or makes an account. */
export function doorForm(door: Door, actions: DoorActions, ownWords?: OwnWords): DoorForm {
  const { verb, work, other, question } = doorWords[door];
  const { signIn, signUp, goTo } = actions;
  const isNew = door === 'sign-up';
  const email = field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', maxlength: '320' });
  const password = field({
    id: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: isNew ? 'new-password' : 'current-password',
    maxlength: '1024',
    ...(isNew && { hint: 'At least 8 characters. A few words that only you would put together are good.' }),
  });
  const notice = noticeLine(ownWords);
  const button = workButton(verb, { work, kind: 'primary' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const credentials = { email: email.input.value.trim(), password: password.input.value };
    void (isNew ? signUp(credentials) : signIn(credentials));
  };
  const form = h('form', { submit, class: 'form' }, email.element, password.element, notice.element, button.element);
  const toOther =
    goTo &&
    h(
      'p',
      { class: 'aside' },
      `${question} `,
      textButton(doorWords[other].verb, () => goTo(other)),
    );
  return {
    nodes: toOther ? [form, toOther] : [form],
    focus: email.input,
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
