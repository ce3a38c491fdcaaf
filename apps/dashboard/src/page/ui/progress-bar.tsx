/** How far something is, from 0 to 1. */
export function ProgressBar({ share, label }: { readonly share: number; readonly label: string }) {
  return <progress className="progress" max={100} value={Math.round(share * 100)} aria-label={label} />;
}
