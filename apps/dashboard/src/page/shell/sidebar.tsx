import { useEffect } from 'react';
import { signOut } from '../api/people.ts';
import { useMe } from '../app/me.ts';
import { usePlace } from '../app/place.ts';
import { WaitingCount } from '../approvals/waiting-count.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { currentWorkplace, placesIn } from './places.ts';

interface SidebarProps {
  /** Whether it is shown where there is no room for it beside the page. */
  readonly isOpen: boolean;
  readonly onJump: () => void;
  readonly onClose: () => void;
}

/** The project that one is in, its pages, those of its workspace, and the person. */
export function Sidebar({ isOpen, onJump, onClose }: SidebarProps) {
  const { me } = useMe();
  const { route, path } = usePlace();
  const { workspace, project } = currentWorkplace(me, route);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen, onClose]);
  return (
    <>
      {isOpen && <div className="shade" onClick={onClose} />}
      <aside className={isOpen ? 'sidebar open' : 'sidebar'} aria-label="Cairn">
        <Link to="/" className="brand">
          <Logo /> Cairn
        </Link>
        <button type="button" className="switcher" onClick={onJump} aria-haspopup="dialog" title="Switch project (Ctrl K)">
          <span>
            <small>{workspace?.name ?? 'No workspace'}</small>
            <strong>{project?.name ?? 'No project'}</strong>
          </span>
          <Icon name="updown" />
          <span className="unseen">Switch project</span>
        </button>
        <nav aria-label="Pages">
          {placesIn({ workspace, project }).map(({ group, places }) => (
            <div key={group} className="nav-group">
              <p aria-hidden="true">{group}</p>
              <ul aria-label={group}>
                {places.map(({ to, label, icon, below, counts }) => (
                  <li key={to}>
                    <Link to={to} aria-current={path === to || path.startsWith(`${below ?? to}/`) ? 'page' : undefined}>
                      <Icon name={icon} /> {label}
                      {counts === 'approvals' && project && <WaitingCount key={project.id} projectId={project.id} />}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="who">
          <Link to="/account" aria-current={path === '/account' ? 'page' : undefined} title={me.user.email}>
            <Icon name="user" /> <span>{me.user.name ?? me.user.email}</span>
          </Link>
          <IconButton icon="out" label="Sign out" onClick={() => void signOut()} />
        </div>
        <Button className="close-menu" tone="quiet" icon="close" onClick={onClose}>
          Close menu
        </Button>
      </aside>
    </>
  );
}
