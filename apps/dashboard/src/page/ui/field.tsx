import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { sendByKey, sendKeys } from './send-by-key.ts';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with what was given. */
  readonly error?: string | undefined;
}

interface Ids {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

function Frame({ label, hint, error, children }: FieldProps & { readonly children: (ids: Ids) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'>;

/** A line of text under its label. */
export function TextField({
  label,
  hint,
  error,
  onChange,
  ...rest
}: FieldProps & InputProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(ids) => <input {...rest} {...ids} onChange={({ target }) => onChange(target.value)} />}
    </Frame>
  );
}

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'id'>;

/** Text of several lines under its label; it grows with what is in it. */
export function TextArea({
  label,
  hint,
  error,
  onChange,
  ...rest
}: FieldProps & AreaProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea aria-keyshortcuts={sendKeys} onKeyDown={sendByKey} {...rest} {...ids} onChange={({ target }) => onChange(target.value)} />
      )}
    </Frame>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** One of a few. */
export function SelectField<Value extends string>({ label, hint, error, value, choices, onChange, disabled }: SelectProps<Value>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(ids) => <Select {...ids} value={value} choices={choices} onChange={onChange} disabled={disabled ?? false} />}
    </Frame>
  );
}

interface BareSelectProps<Value extends string> {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** The same without a label that is seen. */
export function Select<Value extends string>({ choices, onChange, ...rest }: BareSelectProps<Value>) {
  return (
    <span className="choice">
      <select {...rest} onChange={({ target }) => onChange(target.value as Value)}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
