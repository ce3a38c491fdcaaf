import { IconButton } from '../ui/button.tsx';
import { useTitleCount } from '../ui/title.ts';

interface MenuButtonProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** Opens the menu where there is no room for it, and tells what waits behind it. */
export function MenuButton({ isOpen, onPress }: MenuButtonProps) {
  const count = useTitleCount();
  return (
    <span className="menu-button">
      <IconButton icon="menu" label={count === '' ? 'Menu' : `Menu, ${count} waiting`} aria-expanded={isOpen} onClick={onPress} />
      {count !== '' && (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  );
}
