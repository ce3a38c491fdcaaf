import { interactionPolicy } from 'oidc-provider';

const { Check, Prompt, base } = interactionPolicy;

/**
 * Sign-in as the library has it, and consent asked for every time. The library's own checks would grant a second request in the
 * same browser silently, with no choice of a project and on the first request's grant.
 */
export function createConsentPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base();
  policy.remove('consent');
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('always', 'the person decides each time', 'interaction_required', ({ oidc }) =>
        oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    ),
  );
  return policy;
}
