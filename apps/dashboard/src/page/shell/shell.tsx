import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePlace } from '../app/place.ts';
import { usePreload } from '../app/use-preload.ts';
import { Logo } from '../ui/logo.tsx';
import { Jump } from './jump.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { MenuButton } from './menu-button.tsx';
import { Sidebar } from './sidebar.tsx';
import { useShortcut } from './shortcut.ts';

/** The frame around every page: where one is, where one can go, and a way there by the keyboard. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isJumping, setJumping] = useState(false);
  const { path } = usePlace();
  useEffect(() => {
    setMenuOpen(false);
    setJumping(false);
  }, [path]);
  useKeptFocus();
  usePreload();
  useShortcut('k', () => setJumping(true), { withControl: true });
  const jump = (): void => {
    setMenuOpen(false);
    setJumping(true);
  };
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the page
      </a>
      <header className="top-bar">
        <MenuButton isOpen={isMenuOpen} onPress={() => setMenuOpen(!isMenuOpen)} />
        <span className="brand">
          <Logo /> Cairn
        </span>
      </header>
      <Sidebar isOpen={isMenuOpen} onJump={jump} onClose={() => setMenuOpen(false)} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {isJumping && <Jump onClose={() => setJumping(false)} />}
    </div>
  );
}
