import { planFaults } from './plan-faults.ts';
import { planShape } from './plan-shape.ts';

/** A plan as it is given, checked for all that can be known before it runs. */
export const planSchema = planShape.check((payload) => {
  for (const { path, message } of planFaults(payload.value)) {
    payload.issues.push({ code: 'custom', path: [...path], message, input: payload.value });
  }
});
