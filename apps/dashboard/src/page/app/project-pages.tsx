import type { ReactNode } from 'react';
import { NotFoundPage } from './not-found-page.tsx';
import type { Loadable } from './part.tsx';
import { parts } from './parts.ts';
import type { ProjectProps } from './project-props.ts';
import type { ProjectSection } from './route.ts';

/** A page of a project, and what has to be loaded for it. */
interface ProjectPage {
  readonly part: Loadable;
  readonly show: (props: ProjectProps) => ReactNode;
}

interface ProjectPlace {
  readonly section: ProjectSection;
  readonly rest: readonly string[];
}

/** The page of a project that an address names; undefined: none. */
export function projectPage({ section, rest: [first, second] }: ProjectPlace): ProjectPage | undefined {
  if (second !== undefined) return undefined;
  if (section === 'settings') return { part: parts.settings, show: (props) => <parts.settings {...props} tab={first ?? 'mcp'} /> };
  if (first !== undefined) return innerPage(section, first);
  const Section = parts[section];
  return { part: Section, show: (props) => <Section {...props} /> };
}

/** What a section has below it: one of its things, or a form for a new one. */
function innerPage(section: ProjectSection, name: string): ProjectPage | undefined {
  switch (section) {
    case 'knowledge':
      return { part: parts.reader, show: (props) => <parts.reader key={name} {...props} documentId={name} /> };
    case 'approvals':
      return { part: parts.approval, show: (props) => <parts.approval key={name} {...props} approvalId={name} /> };
    case 'policies':
      if (name === 'new') return { part: parts.policyEditor, show: (props) => <parts.policyEditor {...props} /> };
      return { part: parts.revision, show: (props) => <parts.revision key={name} {...props} revisionNumber={name} /> };
    case 'audit':
      return { part: parts.trace, show: (props) => <parts.trace key={name} {...props} traceId={name} /> };
    case 'tasks':
      if (name === 'new') return { part: parts.newTask, show: (props) => <parts.newTask {...props} /> };
      return { part: parts.task, show: (props) => <parts.task key={name} {...props} taskId={name} /> };
    case 'memories':
    case 'agents':
    case 'usage':
    case 'settings':
    default:
      return undefined;
  }
}

/** The page of a project, or that there is none. */
export function ProjectPages({ section, rest, ...props }: ProjectProps & ProjectPlace) {
  return projectPage({ section, rest })?.show(props) ?? <NotFoundPage what="page" />;
}
