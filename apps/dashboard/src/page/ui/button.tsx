import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

export type Tone = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  readonly icon?: IconName;
  /** What it does is under way: it stays where the keyboard is, and does nothing. */
  readonly isBusy?: boolean;
}

export function Button({ tone = 'plain', icon, isBusy = false, type = 'button', className, onClick, children, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={['button', tone, className].filter(Boolean).join(' ')}
      aria-disabled={isBusy || undefined}
      onClick={press}
    >
      {icon && <Icon name={icon} />}
      {children}
      {isBusy && <span className="spinner" aria-hidden="true" />}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName;
  /** What it does. */
  readonly label: string;
}

/** A button that shows a drawing alone, and its words to who points at it or listens. */
export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
