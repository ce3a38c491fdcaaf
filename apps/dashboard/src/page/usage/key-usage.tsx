import { useMemo } from 'react';
import type { CredentialUsage, Usage } from '../api/usage.ts';
import { Badge } from '../ui/badge.tsx';
import { requestsOf } from './series.ts';
import { Sparkline } from './sparkline.tsx';
import { durationWords, fullNumber } from './words.ts';

/** A day of one credential against its limit, in a picture and in words. `usage` is of a day. */
export function KeyUsage({ usage, credentialId }: { readonly usage: Usage; readonly credentialId: string }) {
  const own = usage.credentials.find(({ credential_id: id }) => id === credentialId);
  const steps = useMemo(() => requestsOf(usage, 1, credentialId), [usage, credentialId]);
  // The limit is the workspace's: it holds for a credential that asked for nothing as well.
  const limit = (own ?? usage.credentials.find(({ rate_limit: known }) => known !== null))?.rate_limit?.limit;
  return (
    <div className="key-usage">
      <Sparkline steps={steps} limit={limit} />
      <span>{own ? standingWords(own) : idleWords(limit)}</span>
      {own !== undefined && own.limited > 0 && <Badge tone="bad">{fullNumber(own.limited)} refused</Badge>}
    </div>
  );
}

function standingWords({ rate_limit: standing, requests }: CredentialUsage): string {
  if (standing === null) return `${fullNumber(requests)} in 24 hours`;
  const { limit, remaining, reset } = standing;
  const used = `${fullNumber(limit - remaining)} of ${fullNumber(limit)} this hour`;
  return reset === 0 ? used : `${used}, anew in ${durationWords(reset)}`;
}

const idleWords = (limit: number | undefined): string =>
  limit === undefined ? 'Nothing in 24 hours' : `0 of ${fullNumber(limit)} this hour`;
