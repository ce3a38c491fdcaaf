import { useState } from 'react';
import { TextField } from '../ui/field.tsx';

interface NamedFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** Id of the `datalist` that offers the names. */
  readonly list: string;
  /** Names by their keys. */
  readonly names: ReadonlyMap<string, string>;
  /** A key, or a text that has no name. */
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** A field for something that people know by its name and the service by its key: it takes either and shows the name. */
export function NamedField({ names, value, onChange, ...rest }: NamedFieldProps) {
  const [typed, setTyped] = useState('');
  // What is being typed stays as it is: a key may be the beginning of the word that is meant, as `allow` is of “allowed”.
  const shown = keyOf(typed, names) === value ? typed : (names.get(value) ?? value);
  return (
    <TextField
      {...rest}
      autoComplete="off"
      spellCheck={false}
      maxLength={256}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(keyOf(text, names));
      }}
    />
  );
}

/** The key of a name, in letters of any case; what is no name stands for itself. */
const keyOf = (text: string, names: ReadonlyMap<string, string>): string =>
  [...names].find(([, name]) => name.toLowerCase() === text.toLowerCase())?.[0] ?? text;
