import { Empty } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';

/** Instead of what an address names and nobody has, or not for this person. */
export function NotFoundPage({ what }: { readonly what: string }) {
  return (
    <Page title="Nothing here">
      <Empty icon="search" title={`There is no such ${what}`}>
        <p>It was deleted, you are not a member of its workspace, or the address is mistyped.</p>
        <Link to="/" className="button primary">
          Go to your projects
        </Link>
      </Empty>
    </Page>
  );
}
